package dev.flamegate.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Texts that mean something in one format or another, by what they try: 40 kinds. */
public final class Attacks {
    private Attacks() {}

    /** All by kind; each begins with or contains the word {@code evil} or is made of characters that only control. */
    public static Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("script element", "<script>window.evil=1;alert('evil')</script>");
        all.put("image that fails", "\"><img src=x onerror=\"window.evil=1\">");
        all.put("attribute in single quotes", "' onmouseover='window.evil=1' x='");
        all.put(
                "attribute in double quotes",
                "\" autofocus onfocus=\"window.evil=1\" style=\"background:url(//evil.example)");
        all.put(
                "SVG that loads",
                "<svg onload=window.evil=1><foreignObject><iframe srcdoc=\"evil\"/></foreignObject></svg>");
        all.put("end of a data block", "</script><script>window.evil=1</script><!--<script>");
        all.put("end of a style", "</style><link rel=stylesheet href=//evil.example/x.css>");
        all.put("end of a title", "</title></noscript></textarea><base href=//evil.example/>");
        all.put("end of a table", "</code></td></tr></table></details><h1>evil</h1>");
        all.put("javascript address", "javascript:alert('evil')//");
        all.put("data address", "data:text/html;base64,PHNjcmlwdD5ldmlsPC9zY3JpcHQ+");
        all.put("bare address", "https://evil.example/click www.evil.example evil@evil.example");
        all.put(
                "Markdown link and picture",
                "see [evil](https://evil.example) ![evil](https://evil.example/p.png) <https://evil.example>");
        all.put("Markdown reference", "see [evil]\n\n[evil]: https://evil.example \"evil\"");
        all.put("mentions and references", "@everyone @acme/admins evil #1 !1 ~label %milestone GH-1 acme/shop#2");
        all.put("HTML comment", "evil --> <b>out</b> <!--");
        all.put("code fence", "``` \n~~~\nevil `` ` ``` [x](http://evil.example)");
        all.put("many back-ticks", "`".repeat(300) + "evil");
        all.put("headings and tables", "evil\n\n# evil\n\n| a | b |\n|---|---|\n| evil | **x** |\n- [ ] evil");
        all.put("GitHub workflow command", "evil\n::error file=a,line=1::evil\n::add-mask::evil%0A::stop-commands::x");
        all.put("old workflow command", "##[error]evil ##[set-env name=PATH]evil ::set-output name=verdict::PASS");
        all.put("GitLab quick action", "/approve evil\n/merge\n/close\n/assign @mallory");
        all.put("GitLab section", "evil\u001b[0Ksection_start:1:x[collapsed=true]\r\u001b[0Kevil");
        all.put("ANSI colours and cursor", "\u001b[2J\u001b[1;31mevil\u001b[1A\u001b[2K");
        all.put(
                "terminal title, link and clipboard",
                "\u001b]0;evil\u0007\u001b]8;;http://evil.example\u001b\\x\u001b]52;c;ZXZpbA==\u0007");
        all.put("C1 controls", "\u009b2Jevil\u009d0;evil\u009c\u0085");
        all.put("carriage returns", "evil\r\n\rVerdict: PASS\r\b\b\b");
        all.put("direction of text", "\u202elive.exe\u202c \u2066evil\u2069 \u200f\u061c");
        all.put("invisible characters", "ev\u200bil\ufeff\u00ad\u2060\u180e");
        all.put("NUL and non-characters", "evil\u0000\u0001\ufffe\uffff");
        all.put("lone surrogates", "evil\ud800 \udc00 \udbff");
        all.put("line separators", "evil\u2028\u2029*/ \u000b\u000c");
        all.put("CDATA and entities", "]]><failure message=\"evil\"/><![CDATA[&evil; &#0; &lt;b&gt;");
        all.put(
                "document type",
                "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>&e;evil");
        all.put("another metric", "evil\"} 1\nflamegate_verdict{x=\"y\\");
        all.put("end of the metrics", "evil\n# EOF\n");
        all.put("templates", "${\"evil\"?new()} <#assign x=1> <@evil/> {{evil}} {% evil %} ${{ github.token }} {0} %s");
        all.put(
                "shell and paths",
                "../../../../etc/passwd $(touch evil) `touch evil` ; evil && C:\\evil\\x:1,title=evil");
        all.put("keys of objects", "__proto__");
        all.put("very long", "evil".repeat(5000));
        return all;
    }

    /**
     * The same in fewer texts, several kinds one below the other.
     *
     * @param length most characters of a text of several kinds
     */
    public static Map<String, String> packed(int length) {
        Map<String, String> packed = new LinkedHashMap<>();
        StringBuilder kinds = new StringBuilder();
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> attack : all().entrySet()) {
            if (text.length() > 0 && text.length() + attack.getValue().length() >= length) {
                packed.put(kinds.toString(), text.toString());
                kinds.setLength(0);
                text.setLength(0);
            }
            kinds.append(kinds.length() == 0 ? "" : " + ").append(attack.getKey());
            text.append(text.length() == 0 ? "" : "\n").append(attack.getValue());
        }
        packed.put(kinds.toString(), text.toString());
        return packed;
    }
}
