import { EventEmitter } from 'node:events';

/** The input that Ink reads: fed a key at a time, so that a burst over a slow line loses none of them. */
export class InkStdin extends EventEmitter {
  readonly isTTY = true;
  #waiting: string[] = [];

  feed(raw: string): void {
    this.#waiting.push(raw);
    this.emit('readable');
  }

  read(): string | null {
    return this.#waiting.shift() ?? null;
  }

  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}

  /** Ink asks for a stream of Node but uses no more of it than is here. */
  asStream(): NodeJS.ReadStream {
    return this as unknown as NodeJS.ReadStream;
  }
}
