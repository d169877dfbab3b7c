import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Does it say when to come again? */
  readonly saysWhen: boolean;
  /** From the moment of sending to the last byte. */
  readonly ms: number;
  /** When the last byte came, on the clock of `performance.now()`. */
  readonly at: number;
}

/** How long a connection is used again after it was last, in ms. */
const keptMs = 3_000;
/** An answer that has not come by then does not come, in ms. */
const timeoutMs = 30_000;

/** One request over a connection that has no other: plain sockets, so that what sends costs less than what answers. */
class Wire {
  readonly #socket: Socket;
  #got = '';
  #sentAt = 0;
  #onAnswer: ((answer: WireAnswer | null) => void) | null = null;
  #isOpen = true;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.setEncoding('latin1').on('data', (text) => this.#read(String(text)));
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.#isOpen = false;
      this.#end(null);
    });
  }

  /** The server closes what it has not heard of for long, perhaps just now: that is not lent again. */
  isUsable(): boolean {
    return this.#isOpen && performance.now() - this.#sentAt < keptMs;
  }

  send(text: string, onAnswer: (answer: WireAnswer | null) => void): void {
    this.#onAnswer = onAnswer;
    this.#sentAt = performance.now();
    this.#socket.write(text);
  }

  isForgotten(): boolean {
    return this.#onAnswer !== null && performance.now() - this.#sentAt > timeoutMs;
  }

  close(): void {
    this.#socket.destroy();
  }

  #end(answer: WireAnswer | null): void {
    const reported = this.#onAnswer;
    this.#onAnswer = null;
    this.#got = '';
    reported?.(answer);
  }

  /** One character is one byte here. */
  #read(text: string): void {
    this.#got += text;
    const headEnd = this.#got.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#got.slice(0, headEnd).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#got.length < headEnd + 4 + length) return;
    if (head.includes('\r\nconnection: close')) this.#isOpen = false;
    const at = performance.now();
    this.#end({
      status: Number(head.slice(9, 12)),
      saysWhen: head.includes('\r\nretry-after: '),
      ms: at - this.#sentAt,
      at,
    });
  }
}

/** A request as text; `body` null is a GET. */
export function requestText(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${body === null ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}`;
  if (body === null) return `${start}\r\n`;
  const text = JSON.stringify(body);
  return `${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

export interface Sent {
  readonly answers: readonly WireAnswer[];
  /** Requests whose connection ended without an answer, or that had none in 30 s. */
  readonly lost: number;
  /** How late the sender itself was at its 99th percentile, in ms. */
  readonly lateMs: number;
  /** When the time given was over, and how long it was. */
  readonly end: number;
  readonly seconds: number;
}

/** Sends requests over as many connections as it takes. */
export interface Sender {
  /** One; null when the connection ended without an answer. */
  prompt(text: string): Promise<WireAnswer | null>;
  /** Connections that are there before they are needed. */
  connect(count: number, text: string): Promise<void>;
  /** So many a second, whether or not they are answered. */
  atRate(perSecond: number, seconds: number, next: () => string): Promise<Sent>;
  /** So many at a time, each sent when the one before it was answered. */
  atOnce(callers: number, seconds: number, next: () => string): Promise<Sent>;
  close(): void;
}

/** How often what is due is sent, in ms. */
const tick = 2;

export function createSender(port: number): Sender {
  const idle: Wire[] = [];
  const all = new Set<Wire>();
  const sweep = setInterval(() => {
    for (const wire of all) if (wire.isForgotten()) wire.close();
  }, 1_000);
  const free = (): Wire => {
    for (let wire = idle.shift(); wire; wire = idle.shift()) {
      if (wire.isUsable()) return wire;
      wire.close();
      all.delete(wire);
    }
    const made = new Wire(port);
    all.add(made);
    return made;
  };
  const prompt = (text: string) =>
    new Promise<WireAnswer | null>((resolve) => {
      const wire = free();
      wire.send(text, (answer) => {
        idle.push(wire);
        resolve(answer);
      });
    });

  const atRate: Sender['atRate'] = async (perSecond, seconds, next) => {
    const begun = performance.now();
    const requested: Promise<WireAnswer | null>[] = [];
    const late: number[] = [];
    const count = Math.round(perSecond * seconds);
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.ceil(((performance.now() - begun) / 1000) * perSecond));
      for (; sent < due; sent += 1) {
        late.push(performance.now() - begun - (sent / perSecond) * 1000);
        requested.push(prompt(next()));
      }
      await new Promise((resolve) => setTimeout(resolve, tick));
    }
    return summed(await Promise.all(requested), percentile(late, 99), begun, seconds);
  };

  const atOnce: Sender['atOnce'] = async (callers, seconds, next) => {
    const begun = performance.now();
    const end = begun + seconds * 1000;
    const answers: (WireAnswer | null)[] = [];
    const one = async () => {
      while (performance.now() < end) answers.push(await prompt(next()));
    };
    await Promise.all(Array.from({ length: callers }, one));
    return summed(answers, 0, begun, seconds);
  };

  return {
    prompt,
    async connect(count, text) {
      await Promise.all(Array.from({ length: count }, () => prompt(text)));
    },
    atRate,
    atOnce,
    close() {
      clearInterval(sweep);
      for (const wire of all) wire.close();
    },
  };
}

function summed(answers: readonly (WireAnswer | null)[], lateMs: number, begun: number, seconds: number): Sent {
  const came = answers.filter((answer) => answer !== null);
  return { answers: came, lost: answers.length - came.length, lateMs, end: begun + seconds * 1000, seconds };
}

/** 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}
