import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';

/** What a process of this machine holds, as Linux tells it. */
interface ProcessFigures {
  readonly rssMib: number;
  readonly descriptors: number;
}

export function processFigures(pid: number): ProcessFigures {
  const rssKib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { rssMib: Number(rssKib) / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

export const fileMib = (file: string): number => (existsSync(file) ? statSync(file).size / 2 ** 20 : 0);

/** How busy the machine is with everything that runs on it: it stands beside figures of time. */
export const loadNote = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;
