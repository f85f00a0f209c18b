
class Seats {
    static boolean book(int row, boolean[] taken) {
        if (row < 1 || row > taken.length) {
            return false;
        }
        boolean free = !taken[row];
        taken[row] = true;
        return free;
    }
}

class SeatsFixed {
    static boolean book(int row, boolean[] taken) {
        if (row < 1 || row > taken.length) {
            return false;
        }
        boolean free = !taken[row - 1];
        taken[row - 1] = true;
        return free;
    }
}
