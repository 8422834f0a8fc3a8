import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.AutowiredAnnotationBeanPostProcessor;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Has a bean created for each action, with its dependencies. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        DefaultListableBeanFactory factory = new DefaultListableBeanFactory();
        AutowiredAnnotationBeanPostProcessor autowired = new AutowiredAnnotationBeanPostProcessor();
        autowired.setBeanFactory(factory);
        factory.addBeanPostProcessor(autowired);
        factory.registerSingleton("prices", new Prices());
        Serve.work(() -> ((Action) factory.createBean(Action.class, AutowireCapableBeanFactory.AUTOWIRE_BY_TYPE, false))
                .prices.price);
    }

    public static final class Prices {
        final long price = 1299;
    }

    public static final class Action {
        @Autowired
        Prices prices;
    }
}
