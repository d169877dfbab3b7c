import type { Row } from '../../../platform/store/database.ts';
import type { ChunkRule } from '../text/chunk-text.ts';

/** The rule that stands in the columns of a base or of a document. */
function ruleIn(row: Row): ChunkRule {
  return {
    chunkMode: row.chunk_mode === 'delimiter' ? 'delimiter' : 'auto',
    delimiter: row.delimiter === null || row.delimiter === undefined ? null : String(row.delimiter),
    chunkTokens: Number(row.chunk_tokens),
    overlapTokens: Number(row.overlap_tokens),
    cleanSpaces: row.clean_spaces === 1,
    stripUrls: row.strip_urls === 1,
  };
}

/** The rule that a document is cut by: its own, or that of its base. */
export function getDocumentRule(doc: Row, base: Row): ChunkRule {
  return ruleIn(doc.rule_mode === 'custom' ? doc : base);
}
