
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

class Tags {
    static String first(String[] tags) {
        Iterator<String> all = Arrays.asList(tags).iterator();
        if (tags[0].equals("x")) {
            return all.next();
        }
        return all.hasNext() ? all.next() : "";
    }

    static int publish(ArrayList<String> tags) {
        for (String tag : tags) {
            if (tag.equals("no")) {
                tags.remove(tag);
            }
        }
        return tags.size();
    }
}

class TagsFixed {
    static int publish(List<String> tags) {
        for (Iterator<String> all = tags.iterator(); all.hasNext();) {
            if (all.next().equals("no")) {
                all.remove();
            }
        }
        return tags.size();
    }
}
