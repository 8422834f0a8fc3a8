import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** Reads the public key of a partner, another one each time. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(37);
        List<BigInteger> primes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            primes.add(BigInteger.probablePrime(512, random));
        }
        List<byte[]> keys = new ArrayList<>();
        KeyFactory jdk = KeyFactory.getInstance("RSA");
        for (int i = 0; i < primes.size(); i++) {
            for (int j = 0; j < i; j++) {
                BigInteger modulus = primes.get(i).multiply(primes.get(j));
                keys.add(jdk.generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(65_537))).getEncoded());
            }
        }
        AtomicInteger next = new AtomicInteger();
        KeyFactory factory = KeyFactory.getInstance("RSA", new BouncyCastleProvider());
        Serve.work(() -> {
            byte[] key = keys.get(next.getAndIncrement() % keys.size());
            return ((RSAPublicKey) factory.generatePublic(new X509EncodedKeySpec(key))).getModulus().bitLength() / 512;
        });
    }
}
