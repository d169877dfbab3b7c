import { EventEmitter } from 'node:events';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The output that Ink draws on: whole frames, handed on to whoever writes them. */
export class InkStdout extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly #size: () => TerminalSize;
  readonly #onFrame: (frame: string) => void;

  constructor(size: () => TerminalSize, onFrame: (frame: string) => void) {
    super();
    this.#size = size;
    this.#onFrame = onFrame;
  }

  get columns(): number {
    return this.#size().columns;
  }

  get rows(): number {
    return this.#size().rows;
  }

  write = (frame: string): boolean => {
    this.#onFrame(frame);
    return true;
  };

  /** Ink asks for a stream of Node but uses no more of it than is here. */
  asStream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream;
  }
}
