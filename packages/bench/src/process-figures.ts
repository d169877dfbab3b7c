import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Metrics of a local process from Linux. */
interface ProcessFigures {
  readonly rssMib: number;
  readonly descriptors: number;
}

export function processFigures(pid: number): ProcessFigures {
  const rssKib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { rssMib: Number(rssKib) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/** The CPU time of a process so far, in ms. */
export function processorMs(pid: number): number {
  const figures = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = figures
    .slice(figures.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * tickMs;
}

export const fileMib = (file: string): number => (existsSync(file) ? statSync(file).size / 2 ** 20 : 0);

/** The load average of the machine, which is shown next to durations. */
export const loadNote = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;
