package bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;

@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Work {
    @State(Scope.Thread)
    public static class Size {
        @Param({"100", "1000"})
        public int size;
    }

    @Benchmark
    public int[] sort(Size size) {
        int[] numbers = new int[size.size];
        for (int i = 0; i < numbers.length; i++) numbers[i] = numbers.length - i;
        Arrays.sort(numbers);
        return numbers;
    }

    @Benchmark
    public String join() {
        return String.join(",", "a", "b", "c");
    }

    @Benchmark
    public int fail() {
        throw new IllegalStateException("broken");
    }
}
