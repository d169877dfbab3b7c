import { type Action, everyone, type Field } from '../../definition/index.ts';
import { boolean, choice, integer } from '../../fields/index.ts';
import { ruleFields } from './know-parts.ts';

/** Whether a document uses its own chunking rule or that of its knowledge base. */
export const ruleModes = {
  inherit: { zh: '随知识库', en: 'Same as the knowledge base' },
  custom: { zh: '单独设定', en: 'Custom' },
} as const;

const own = { ruleMode: ['custom'] } as const;
type OfOwnRule<F extends Record<string, Field>> = { readonly [K in keyof F]: F[K] & { visibleWhen: typeof own } };

/** The fields of a document's own rule are only visible when it is selected. */
const ownRule = Object.fromEntries(
  Object.entries(ruleFields).map(([name, field]) => [name, { ...field, visibleWhen: own }]),
) as OfOwnRule<typeof ruleFields>;

const summed = { summed: true } as const;

/** Sets a rule for all selected documents, optionally re-chunking them. */
export const setRule = {
  on: 'record',
  label: { zh: '设定分段规则', en: 'Set the rule' },
  help: {
    zh: '给选中的文档同一条规则。重新分段时，列出的分段与 Token 会重做，向量要再算一次；用户不会再次付费',
    en: 'Applies one chunking rule to the selected documents. Re-chunking rebuilds and re-embeds the chunks listed. Users are not charged again.',
  },
  roles: everyone,
  from: ['completed', 'failed', 'cancelled'],
  danger: true,
  confirmationFields: ['chunkCount', 'tokenCount'],
  input: {
    ruleMode: choice({ zh: '分段规则', en: 'Chunking rule' }, ruleModes, { required: true, default: 'custom' }),
    ...ownRule,
    recut: boolean(
      { zh: '立即重新分段', en: 'Re-chunk now' },
      {
        default: true,
        help: {
          zh: '旧分段服务到新分段完成；关闭则下次分段时生效',
          en: 'Old chunks stay active until the new ones are ready. When off, the rule applies the next time the document is chunked.',
        },
      },
    ),
    keepEdited: boolean(
      { zh: '保留人工改动', en: 'Keep manual edits' },
      { default: true, visibleWhen: { recut: ['true'] } },
    ),
  },
  output: {
    recutDocs: integer({ zh: '重新分段的文档', en: 'Re-chunked documents' }, summed),
    recutChunks: integer({ zh: '重做的分段', en: 'Rebuilt chunks' }, summed),
    recutTokens: integer({ zh: '再次索引的 Token', en: 'Tokens embedded again' }, summed),
    lostEdits: integer({ zh: '不保留的改动', en: 'Discarded edits' }, summed),
  },
} as const satisfies Action;
