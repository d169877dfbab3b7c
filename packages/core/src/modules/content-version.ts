import { everyone, type Fields, type LocalizedText, type ResourceDefinition } from '../definition/index.ts';
import { integer, json, reference, text } from '../fields/index.ts';

/** Defines a log of published versions. Each record holds the complete content as users saw it, with `parts` as its fields. */
export function defineVersionLog<const O extends string>(of: O, owner: LocalizedText, parts: Fields) {
  return {
    title: 'no',
    help: {
      zh: `每次发布${owner.zh}留下的完整内容，可以回退`,
      en: `${owner.en} as it was published each time, to go back to`,
    },
    fields: {
      ownerId: reference(owner, of, { required: true, write: 'never' }),
      no: integer({ zh: '版本', en: 'Version' }, { required: true, write: 'never' }),
      note: text({ zh: '说明', en: 'Release notes' }, { write: 'never', max: 200 }),
      publisher: text({ zh: '发布人', en: 'Published by' }, { write: 'never', max: 64 }),
      content: json({ zh: '内容', en: 'Content' }, { write: 'never', read: 'detail', parts }),
    },
    list: {
      columns: ['ownerId', 'no', 'note', 'publisher', 'createdAt'],
      filters: ['ownerId', 'createdAt'],
      sort: '-id',
    },
    unique: [['ownerId', 'no']],
    access: { list: everyone, get: everyone, export: everyone },
  } as const satisfies Partial<ResourceDefinition>;
}
