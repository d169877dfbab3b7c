import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { integer, markdown, state, text } from '../../fields/index.ts';
import { switchActions } from '../parts.ts';

export const vipFaq = defineResource({
  name: 'vipFaq',
  path: '/market/vip-table',
  title: 'question',
  label: { zh: '会员常见问题', en: 'Membership FAQ' },
  help: { zh: '会员页下方的问与答', en: 'Questions and answers shown below the plans' },
  fields: {
    question: text({ zh: '问题', en: 'Question (Chinese)' }, { required: true, search: true }),
    questionEn: text({ zh: '英文问题', en: 'Question (English)' }, { search: true }),
    answer: markdown({ zh: '回答', en: 'Answer (Chinese)' }, { required: true, read: 'detail' }),
    answerEn: markdown({ zh: '英文回答', en: 'Answer (English)' }, { read: 'detail' }),
    category: text({ zh: '分类', en: 'Category' }, { max: 32 }),
    sort: integer({ zh: '排序', en: 'Order' }, { min: 0, max: 999_999, default: 100 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        enabled: { zh: '启用', en: 'Enabled', tone: 'good' },
        disabled: { zh: '停用', en: 'Disabled', tone: 'neutral' },
      },
    ),
  },
  list: {
    columns: ['question', 'questionEn', 'category', 'sort', 'status', 'updatedAt'],
    filters: ['category', 'status'],
    sort: 'sort',
  },
  form: [['question', 'questionEn'], ['answer'], ['answerEn'], ['category', 'sort']],
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
  actions: {
    ...switchActions,
  },
});
export type VipFaq = RecordOf<typeof vipFaq>;
