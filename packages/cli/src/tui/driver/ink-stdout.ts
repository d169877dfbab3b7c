import { EventEmitter } from 'node:events';

const isOn = (value: string | undefined) =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** Whether to write for a screen reader: on request, by an environment variable, or when the terminal cannot move its cursor. */
export function isAccessibleTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  const { ACCESSIBLE, INK_SCREEN_READER, TERM } = environment;
  return requested || isOn(ACCESSIBLE) || isOn(INK_SCREEN_READER) || TERM === 'dumb';
}

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The output stream that Ink renders to. It passes each full frame to `onFrame`. */
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

  /** Ink's type is a Node stream, but Ink uses only the members that are implemented here. */
  asStream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream;
  }
}

/** Whether to use only ASCII characters: on request, or by the locale or type of the terminal. */
export function isPlainTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  if (requested) return true;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /^(C|POSIX)$/.test(locale) || environment.TERM === 'dumb';
}
