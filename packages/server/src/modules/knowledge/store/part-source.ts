import type { ByteSource } from '../../../platform/storage/read-zip.ts';
import type { Reader } from '../../../platform/store/database.ts';

interface Part {
  readonly seq: number;
  /** Of its bytes in the whole. */
  readonly from: number;
  readonly to: number;
}

/** A document that is read a stretch at a time: one of its parts, which are a few megabytes, is in memory. */
export async function openPartSource(read: Reader, id: number): Promise<ByteSource> {
  const all = read.selectFrom('document_parts').where('document_id', '=', id);
  const parts: Part[] = [];
  let size = 0;
  for (const row of await all.select(['seq', 'size']).orderBy('seq').execute()) {
    parts.push({ seq: Number(row.seq), from: size, to: size + Number(row.size) });
    size += Number(row.size);
  }
  let held: { part: Part; content: Buffer } | null = null;
  const contentOf = async (part: Part) => {
    if (held?.part !== part) {
      const row = await all.select('content').where('seq', '=', part.seq).executeTakeFirst();
      held = { part, content: Buffer.isBuffer(row?.content) ? row.content : Buffer.alloc(0) };
    }
    return held.content;
  };
  return {
    size,
    async slice(from, to) {
      const found: Buffer[] = [];
      for (const part of parts.filter((one) => one.from < to && one.to > from)) {
        const content = await contentOf(part);
        found.push(content.subarray(Math.max(0, from - part.from), to - part.from));
      }
      return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
    },
  };
}
