import { open, readFile } from 'node:fs/promises';
import type { Checkpoint } from './chain.ts';

/** The second place of checkpoints: whoever can change the database should not be able to change this. */
export interface CheckpointSink {
  write(checkpoint: Checkpoint): Promise<void>;
  /** In the order in which they were written. */
  read(): Promise<Checkpoint[]>;
}

/** A file that is appended to, one JSON object a line, on the disk before the call returns. */
export function createCheckpointFile(path: string): CheckpointSink {
  return {
    async write(checkpoint) {
      const file = await open(path, 'a', 0o600);
      try {
        await file.write(`${JSON.stringify(checkpoint)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async read() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return text.split('\n').flatMap(readLine);
    },
  };
}

/** A line that a crash cut off is no checkpoint; one that was edited fails its signature. */
function readLine(line: string): Checkpoint[] {
  if (!line.endsWith('}')) return [];
  const { count, hash, at, signature } = JSON.parse(line) as Partial<Checkpoint>;
  return [{ count: Number(count), hash: String(hash), at: Number(at), signature: String(signature) }];
}
