import { connect, type Socket } from 'node:net';

/** A response as received. */
export interface WireAnswer {
  readonly status: number;
  /** Whether it has a Retry-After header. */
  readonly saysWhen: boolean;
  /** From sending to the last byte, in ms. */
  readonly ms: number;
  /** When the last byte arrived, on the clock of `performance.now()`. */
  readonly at: number;
}

/** How long an idle connection is reused, in ms. */
const keptMs = 3_000;
/** Responses later than this count as lost, in ms. */
const timeoutMs = 30_000;

/** One request at a time over a connection: plain sockets, so that the sender needs less CPU than the server. */
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

  /** The server closes idle connections, perhaps at this moment, so an old one is not reused. */
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

/** Formats a request; a null body makes it a GET. */
export function requestText(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${body === null ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}`;
  if (body === null) return `${start}\r\n`;
  const text = JSON.stringify(body);
  return `${start}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

export interface Sent {
  readonly answers: readonly WireAnswer[];
  /** Requests whose connection ended without a response, or without one in 30 s. */
  readonly lost: number;
  /** Delay of the sender itself at its 99th percentile, in ms. */
  readonly lateMs: number;
  /** When the run ended, and its length. */
  readonly end: number;
  readonly seconds: number;
}

/** Sends requests over as many connections as needed. */
export interface Sender {
  /** Sends one request; null when the connection ended without a response. */
  prompt(text: string): Promise<WireAnswer | null>;
  /** Opens connections in advance. */
  connect(count: number, text: string): Promise<void>;
  /** Sends requests at a fixed rate, whether or not they are answered. */
  atRate(perSecond: number, seconds: number, next: () => string): Promise<Sent>;
  /** Sends requests from a number of concurrent callers, each after the previous response. */
  atOnce(callers: number, seconds: number, next: () => string): Promise<Sent>;
  close(): void;
}

/** Interval at which due requests are sent, in ms. */
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

/** Returns 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}
