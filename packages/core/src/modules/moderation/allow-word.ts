import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { text } from '../../fields/index.ts';

export const allowWord = defineResource({
  name: 'allowWord',
  path: '/ai/ai_limit_text',
  title: 'phrase',
  label: { zh: '白名单', en: 'Allowed phrase' },
  help: {
    zh: '命中完全落在这些短语里时放行',
    en: 'A match that lies entirely within one of these phrases is allowed.',
  },
  fields: {
    phrase: text({ zh: '短语', en: 'Phrase' }, { required: true, unique: true, search: true, max: 256 }),
    note: text({ zh: '说明', en: 'Note' }),
  },
  list: { columns: ['phrase', 'note', 'updatedAt'], sort: '-id' },
  form: [['phrase'], ['note']],
  access: {
    list: everyone,
    get: everyone,
    create: everyone,
    update: everyone,
    delete: admins,
    batch: everyone,
    import: everyone,
    export: everyone,
  },
});
export type AllowWord = RecordOf<typeof allowWord>;
