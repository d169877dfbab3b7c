import { createHash, randomUUID } from 'node:crypto';
import { getResourcePath, type ImportAnswer, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { PortableResource } from './portable-resources.ts';
import type { Item } from './read-items.ts';
import { listRejectionReasons } from './rejection-reasons.ts';

export interface SentRecord {
  readonly item: Item;
  readonly values: Values;
}

const maxRows = 500;
/** Maximum number of characters in the rows of a call: well below the limit of an import. */
const maxTextLength = 6_000_000;

/** Splits rows into calls of limited count and size. */
function splitIntoChunks(records: readonly SentRecord[]): SentRecord[][] {
  const chunks: SentRecord[][] = [];
  let length = 0;
  for (const record of records) {
    const size = JSON.stringify(record.values).length;
    const last = chunks.at(-1);
    if (!last || last.length === maxRows || length + size > maxTextLength) {
      chunks.push([record]);
      length = size;
    } else {
      last.push(record);
      length += size;
    }
  }
  return chunks;
}

export interface Sending {
  readonly context: Context;
  readonly dryRun: boolean;
  /** The prefix of idempotency keys, the same when an interrupted import is repeated. */
  readonly job: string;
  readonly stopped: () => boolean;
  /** Whether the records are created or updated. */
  readonly outcome: 'created' | 'updated';
  readonly settle: (item: Item, outcome: 'created' | 'updated' | 'rejected', reasons?: readonly string[]) => void;
}

/**
 * The idempotency key of a chunk. The same rows of a job are created once. Updates have no fixed key: repeating one is harmless,
 * and necessary if the record was changed in between.
 */
function createKey({ outcome, job }: Sending, portableResource: PortableResource, rows: unknown): string {
  const content = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
  return outcome === 'created' ? `${job}:${portableResource.place.command}:${content}` : randomUUID();
}

/** Sends records to the import of their entity. Each record is imported, or rejected with reasons. */
export async function sendRecords(
  portableResource: PortableResource,
  records: readonly SentRecord[],
  sending: Sending,
): Promise<void> {
  const { context, dryRun, outcome, stopped, settle } = sending;
  const client = await context.client();
  for (const chunk of splitIntoChunks(records)) {
    if (stopped()) return;
    const rows = chunk.map(({ item, values }) => ({ line: item.line, values }));
    try {
      const answer = await client.call<ImportAnswer>(
        getResourcePath(portableResource.resource.name, 'import'),
        { rows, onConflict: outcome === 'created' ? 'error' : 'update', dryRun },
        dryRun ? {} : { idempotencyKey: createKey(sending, portableResource, rows) },
      );
      const errors = new Map(answer.errors.map((one) => [one.line, Object.values(one.errors).flat()]));
      for (const { item } of chunk) {
        const reasons = errors.get(item.line);
        settle(item, reasons ? 'rejected' : outcome, reasons);
      }
    } catch (error) {
      const reasons = listRejectionReasons(error);
      for (const { item } of chunk) settle(item, 'rejected', reasons);
    }
  }
}
