import { ApiError, documentFailures, localize, type Values } from '@gantry/core';
import type { Operation, PrepareCall } from '../../platform/engine/operation.ts';
import type { KnowDeps } from './add-documents.ts';
import { DocumentError } from './parse/document-error.ts';
import { findUpload, readParts } from './store/document-store.ts';
import type { ChunkRule } from './text/chunk-text.ts';
import { toStorableText } from './text/clean-text.ts';
import { readText } from './work/stored-text.ts';
import { knowWork } from './work/work.ts';

/** Maximum chunks in a preview, and maximum characters of each. */
const maxShown = 30;
const maxCharacters = 600;

const words = {
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
  nothing: { zh: '给出文件或文字', en: 'Specify a file or a text.' },
  unread: { zh: '文档尚未解析，暂无可预览的文字', en: 'The document has not been parsed yet.' },
} as const;

function getRuleIn(input: Values): ChunkRule {
  return {
    chunkMode: input.chunkMode === 'delimiter' ? 'delimiter' : 'auto',
    delimiter: typeof input.delimiter === 'string' ? input.delimiter : null,
    chunkTokens: Number(input.chunkTokens),
    overlapTokens: Number(input.overlapTokens),
    cleanSpaces: input.cleanSpaces === true,
    stripUrls: input.stripUrls === true,
  };
}

/** Chunks a text by a rule and presents the result. */
async function previewChunks({ parser }: Pick<KnowDeps, 'parser'>, raw: string, rule: ChunkRule) {
  const bounds = { timeoutMs: 10_000, signal: AbortSignal.timeout(60_000) };
  const { text } = await parser.clean({ raw, rule }, bounds);
  const chunks = await parser.cut({ text, rule }, bounds);
  const tokens = chunks.map((chunk) => chunk.tokens);
  const pieces = chunks.slice(0, maxShown).map(({ title, content, tokens: count }, at) => {
    const head = [`#${at + 1}`, title, `${count} tokens`].filter(Boolean).join(' · ');
    const isCut = content.length > maxCharacters;
    return `${head}\n${content.slice(0, maxCharacters).toWellFormed()}${isCut ? ' …' : ''}`;
  });
  return {
    chunks: chunks.length,
    tokens: tokens.reduce((sum, count) => sum + count, 0),
    shortest: tokens.reduce((least, count) => Math.min(least, count), tokens[0] ?? 0),
    longest: tokens.reduce((most, count) => Math.max(most, count), 0),
    shownChunks: pieces.length,
    text: pieces.join('\n\n'),
  };
}

async function getTextOfFile(
  { settings, parser }: KnowDeps,
  { services, caller }: PrepareCall,
  file: string,
): Promise<string> {
  const { read } = services.database;
  const stored = await findUpload(read, file);
  if (!stored) throw new ApiError('invalid', { errors: { file: [localize(words.file, caller.locale)] } });
  const { maxPages } = await settings.read('know', 'limits');
  const limits = { maxPages, maxBytes: 100 * 1024 * 1024, maxText: 8_000_000 };
  const bounds = { timeoutMs: 10_000, signal: AbortSignal.timeout(60_000) };
  try {
    const bytes = await readParts(read, stored.id);
    return (await parser.parse({ bytes, format: stored.format, limits }, bounds)).text;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new ApiError('invalid', { errors: { file: [localize(documentFailures[error.code], caller.locale)] } });
  }
}

/** Previews the chunks of a file or text that is not in a base yet. */
export function previewText(deps: KnowDeps): Operation {
  return {
    async prepare(call) {
      const { file, content } = call.input;
      if (typeof file === 'string' && file !== '')
        return previewChunks(deps, await getTextOfFile(deps, call, file), getRuleIn(call.input));
      if (typeof content === 'string' && content !== '')
        return previewChunks(deps, toStorableText(content), getRuleIn(call.input));
      throw new ApiError('invalid', { errors: { content: [localize(words.nothing, call.caller.locale)] } });
    },
    run: async (_, prepared) => ({ data: prepared }),
  };
}

/** Previews the chunks of a document under another rule. */
export function previewDocument(deps: KnowDeps): Operation {
  return {
    async prepare({ services, id, caller, input }) {
      const text = await readText(services.database.read, knowWork, id ?? 0);
      if (!text)
        throw new ApiError('stateConflict', {
          message: localize(words.unread, caller.locale),
          data: { state: 'unread' },
        });
      return previewChunks(deps, text.raw, getRuleIn(input));
    },
    run: async (_, prepared) => ({ data: prepared }),
  };
}
