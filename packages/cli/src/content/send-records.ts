import { createHash, randomUUID } from 'node:crypto';
import { getResourcePath, type ImportAnswer, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { PortableResource } from './movable.ts';
import type { Item } from './read-items.ts';
import { listRejectionReasons } from './refused-as.ts';

export interface SentRecord {
  readonly item: Item;
  readonly values: Values;
}

const maxRows = 500;
/** Characters of a call's rows: well under what an import takes. */
const maxTextLength = 6_000_000;

/** Rows in calls that are neither too many nor too long. */
function chunksOf(records: readonly SentRecord[]): SentRecord[][] {
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
  /** What the idempotency keys of this work start with; the same when it is sent again after it was interrupted. */
  readonly job: string;
  readonly stopped: () => boolean;
  /** What the records become: new ones, or what others are written over with. */
  readonly outcome: 'created' | 'updated';
  readonly settle: (item: Item, outcome: 'created' | 'updated' | 'rejected', reasons?: readonly string[]) => void;
}

/**
 * The same rows under the same job are made once; to write the same over a record again changes nothing, and is done again: it
 * may have been changed since.
 */
function keyOf({ outcome, job }: Sending, portableResource: PortableResource, rows: unknown): string {
  const content = createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);
  return outcome === 'created' ? `${job}:${portableResource.place.command}:${content}` : randomUUID();
}

/** Sends records with the import of their entity: each is imported, or rejected with its reasons. */
export async function sendRecords(
  portableResource: PortableResource,
  records: readonly SentRecord[],
  sending: Sending,
): Promise<void> {
  const { context, dryRun, outcome, stopped, settle } = sending;
  const client = await context.client();
  for (const chunk of chunksOf(records)) {
    if (stopped()) return;
    const rows = chunk.map(({ item, values }) => ({ line: item.line, values }));
    try {
      const answer = await client.call<ImportAnswer>(
        getResourcePath(portableResource.resource.name, 'import'),
        { rows, onConflict: outcome === 'created' ? 'error' : 'update', dryRun },
        dryRun ? {} : { idempotencyKey: keyOf(sending, portableResource, rows) },
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
