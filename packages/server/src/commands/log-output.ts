import type { Writable } from 'node:stream';

/** Bytes of log that wait for a slow reader; further lines are dropped and counted. */
const maxPendingBytes = 1024 * 1024;
/** How long the end of a process waits until its last lines are read, in ms. */
const flushMs = 500;

export interface LogOutput {
  /** Takes one line with its line feed. Never waits and never throws. */
  write(line: string): void;
  /** Resolves when all lines are written, or after half a second: a log without a reader does not keep a process alive. */
  flush(): Promise<void>;
}

/**
 * Writes log lines to a stream, those of one turn of the event loop together. A reader that stalls costs lines, which are counted
 * once it reads again; a reader that left ends the log. Neither blocks the process.
 */
export function createLogOutput(stream: Writable): LogOutput {
  let lines: string[] = [];
  let bytes = 0;
  let dropped = 0;
  let isGone = false;
  stream.on('error', () => {
    isGone = true;
  });

  const send = () => {
    if (dropped > 0 && stream.writableLength === 0) {
      const entry = {
        level: 40,
        time: Date.now(),
        dropped,
        msg: 'log lines were dropped because the log was not read',
      };
      lines.push(`${JSON.stringify(entry)}\n`);
      dropped = 0;
    }
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    bytes = 0;
    try {
      if (!isGone) stream.write(text);
    } catch {
      isGone = true;
    }
  };
  return {
    write(line) {
      if (isGone) return;
      if (bytes + stream.writableLength + line.length > maxPendingBytes) {
        dropped += 1;
        return;
      }
      if (lines.length === 0) setImmediate(send);
      lines.push(line);
      bytes += line.length;
    },
    flush() {
      send();
      if (isGone || stream.writableLength === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, flushMs);
        stream.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
