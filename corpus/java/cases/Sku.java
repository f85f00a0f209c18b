
class Sku {
    static String group(String code) {
        if (code.charAt(0) == 'X') {
            return code.substring(1, code.indexOf('-'));
        }
        return code;
    }
}

class SkuFixed {
    static String group(String code) {
        int dash = code.indexOf('-');
        if (code.charAt(0) == 'X' && dash > 0) {
            return code.substring(1, dash);
        }
        return code;
    }
}
