package io.counterfoil.benchmarks.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;

/**
 * What the threads of this process with a common prefix of their names have cost so far.
 *
 * @param cpuNanos their processor time, in the kernel as well
 * @param bytes what they have allocated
 */
public record ThreadCosts(long cpuNanos, long bytes) {

    /** The costs of the threads that are alive now. */
    public static ThreadCosts of(String prefix) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith(prefix))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
        return new ThreadCosts(
                Arrays.stream(threads.getThreadCpuTime(ids)).sum(),
                Arrays.stream(threads.getThreadAllocatedBytes(ids)).sum());
    }

    /** The difference to earlier costs of the same threads. */
    public ThreadCosts since(ThreadCosts earlier) {
        return new ThreadCosts(cpuNanos - earlier.cpuNanos, bytes - earlier.bytes);
    }
}
