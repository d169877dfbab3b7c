import { EventEmitter } from 'node:events';

const isOn = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** A terminal that is listened to: asked for, said by the environment, or one that can place nothing on its screen. */
export function isAccessibleTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  const { ACCESSIBLE, INK_SCREEN_READER, TERM } = environment;
  return requested || isOn(ACCESSIBLE) || isOn(INK_SCREEN_READER) || TERM === 'dumb';
}

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

/** A terminal that shows ASCII alone: asked for, or said by the locale or the kind of terminal. */
export function isPlainTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  if (requested) return true;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /^(C|POSIX)$/.test(locale) || environment.TERM === 'dumb';
}
