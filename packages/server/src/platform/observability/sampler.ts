import os from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** A sample of the host and this process. */
export interface SystemSample {
  /** CPU usage of the host since the previous sample, in percent with one decimal. */
  readonly cpuPct: number;
  readonly memoryPct: number;
  /** CPU time of this process since the previous sample, in percent of one processor. */
  readonly processCpuPct: number;
  /** 99th percentile of the event loop delay since the previous sample, in ms with one decimal. */
  readonly eventLoopP99Ms: number;
}

export interface SystemHistory {
  readonly cpu: readonly number[];
  readonly mem: readonly number[];
}

/** Samples the host regularly, so that a panel shows the last minutes and not only the current moment. */
export interface SystemSampler {
  start(): void;
  stop(): void;
  latest(): SystemSample;
  /** One entry per minute, oldest first, at most sixty. */
  history(): SystemHistory;
}

const sampleMs = 5_000;
const samplesPerMinute = 60_000 / sampleMs;
const retainedMinutes = 60;
/** Resolution of the delay measurement: a finer one would wake an idle process more often than all its other work. */
const resolutionMs = 25;

const roundToTenth = (value: number) => Math.round(value * 10) / 10;
const getPercent = (part: number, full: number) => (full > 0 ? roundToTenth(Math.min(100, (part / full) * 100)) : 0);

interface Processors {
  readonly busy: number;
  readonly all: number;
}

function readProcessors(): Processors {
  const times = os.cpus().map((cpu) => cpu.times);
  const sum = (pick: (entry: (typeof times)[number]) => number) =>
    times.reduce((total, entry) => total + pick(entry), 0);
  const all = sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq);
  return { busy: all - sum(({ idle }) => idle), all };
}

export function readMemory(): { total: number; used: number; free: number; pct: number } {
  const total = os.totalmem();
  const free = os.freemem();
  return { total, used: total - free, free, pct: getPercent(total - free, total) };
}

export function createSystemSampler(): SystemSampler {
  return new Sampler(monitorEventLoopDelay({ resolution: resolutionMs }));
}

class Sampler implements SystemSampler {
  readonly #delay: IntervalHistogram;
  #timer: NodeJS.Timeout | null = null;
  #before = { processors: readProcessors(), usage: process.cpuUsage(), at: performance.now() };
  #latest: SystemSample = { cpuPct: 0, memoryPct: readMemory().pct, processCpuPct: 0, eventLoopP99Ms: 0 };
  #hasMeasured = false;
  #minute: SystemSample[] = [];
  readonly #history = { cpu: [] as number[], mem: [] as number[] };

  constructor(delay: IntervalHistogram) {
    this.#delay = delay;
  }

  start(): void {
    if (this.#timer) return;
    this.#delay.enable();
    this.#timer = setInterval(() => this.#sample(), sampleMs).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#delay.disable();
  }

  latest(): SystemSample {
    // Before the first sample, the time since the start is measured.
    if (!this.#hasMeasured) this.#measure();
    return this.#latest;
  }

  history(): SystemHistory {
    return { cpu: [...this.#history.cpu], mem: [...this.#history.mem] };
  }

  #sample(): void {
    this.#measure();
    this.#minute.push(this.#latest);
    if (this.#minute.length < samplesPerMinute && this.#history.cpu.length > 0) return;
    const computeMean = (pick: (sample: SystemSample) => number) =>
      roundToTenth(this.#minute.reduce((sum, sample) => sum + pick(sample), 0) / this.#minute.length);
    appendLimited(
      this.#history.cpu,
      computeMean(({ cpuPct }) => cpuPct),
    );
    appendLimited(
      this.#history.mem,
      computeMean(({ memoryPct }) => memoryPct),
    );
    this.#minute = [];
  }

  #measure(): void {
    const now = { processors: readProcessors(), usage: process.cpuUsage(), at: performance.now() };
    const before = this.#before;
    const usedMs = (now.usage.user + now.usage.system - before.usage.user - before.usage.system) / 1_000;
    const p99 = this.#delay.percentile(99) / 1_000_000 - resolutionMs;
    this.#latest = {
      cpuPct: getPercent(now.processors.busy - before.processors.busy, now.processors.all - before.processors.all),
      memoryPct: readMemory().pct,
      processCpuPct: now.at > before.at ? roundToTenth((usedMs / (now.at - before.at)) * 100) : 0,
      eventLoopP99Ms: Number.isFinite(p99) ? Math.max(0, roundToTenth(p99)) : 0,
    };
    this.#delay.reset();
    this.#before = now;
    this.#hasMeasured = true;
  }
}

function appendLimited(values: number[], value: number): void {
  values.push(value);
  if (values.length > retainedMinutes) values.shift();
}
