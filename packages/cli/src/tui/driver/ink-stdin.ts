import { EventEmitter } from 'node:events';

/** The input stream that Ink reads. It is fed one key at a time, because Ink would read a burst of keys as one. */
export class InkStdin extends EventEmitter {
  readonly isTTY = true;
  #queue: string[] = [];

  feed(raw: string): void {
    this.#queue.push(raw);
    this.emit('readable');
  }

  read(): string | null {
    return this.#queue.shift() ?? null;
  }

  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}

  /** Ink's type is a Node stream, but Ink uses only the members that are implemented here. */
  asStream(): NodeJS.ReadStream {
    return this as unknown as NodeJS.ReadStream;
  }
}
