import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, integer, json, state, text, time } from '../../fields/index.ts';
import { changedSinceField } from '../parts.ts';

export const frontVersion = defineResource({
  name: 'frontVersion',
  path: '/expand/config',
  title: 'name',
  label: { zh: '前端配置版本', en: 'Front-end config version' },
  help: {
    zh: '发布把草稿定格成一个版本，客户端读取生效的那一个',
    en: 'Publishing saves the draft as a version. Clients read the active version.',
  },
  fields: {
    name: text({ zh: '版本', en: 'Version' }, { write: 'never', required: true, unique: true, max: 20, mono: true }),
    no: integer({ zh: '序号', en: 'Number' }, { write: 'never', required: true, min: 1, read: 'detail' }),
    note: text({ zh: '说明', en: 'Note' }, { write: 'never', max: 200, search: true }),
    content: json({ zh: '内容', en: 'Content' }, { write: 'never', read: 'detail' }),
    activeAt: time({ zh: '生效时间', en: 'Active since' }, { write: 'never' }),
    changedSince: boolean(changedSinceField.label, {
      write: 'never',
      help: { zh: '草稿与生效中的版本不同', en: 'The draft differs from the active version.' },
    }),
    status: state(
      { zh: '状态', en: 'Status' },
      { active: { zh: '生效中', en: 'Active', tone: 'good' }, past: { zh: '历史', en: 'Past', tone: 'neutral' } },
    ),
  },
  list: {
    columns: ['name', 'note', 'status', 'changedSince', 'activeAt', 'createdAt'],
    filters: ['status', 'changedSince'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone },
  actions: {
    publish: {
      on: 'collection',
      label: { zh: '发布草稿', en: 'Publish the draft' },
      help: { zh: '立即对所有客户端生效', en: 'Takes effect for all clients immediately' },
      roles: admins,
      stepUp: true,
      danger: true,
      input: { note: text({ zh: '说明', en: 'Note' }, { max: 200 }) },
      output: { no: integer({ zh: '序号', en: 'Number' }) },
    },
    rollback: {
      on: 'record',
      label: { zh: '回退到此版本', en: 'Roll back to this version' },
      help: { zh: '草稿保持不变', en: 'The draft does not change.' },
      roles: admins,
      stepUp: true,
      danger: true,
      from: ['past'],
    },
  },
});
export type FrontVersion = RecordOf<typeof frontVersion>;
