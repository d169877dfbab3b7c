import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, color, image, integer, state, text } from '../../fields/index.ts';
import { switchActions } from '../parts.ts';

export const aiIcon = defineResource({
  name: 'aiIcon',
  path: '/ai/ai_icon',
  title: 'name',
  label: { zh: '图标', en: 'Icon' },
  help: { zh: '模型、应用、智能体和菜单使用的图标', en: 'Icons of models, apps, agents and menus' },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, search: true, max: 64 }),
    group: choice(
      { zh: '分组', en: 'Group' },
      {
        model: { zh: '模型', en: 'Model' },
        app: { zh: '应用', en: 'App' },
        agent: { zh: '智能体', en: 'Agent' },
        menu: { zh: '菜单', en: 'Menu' },
        other: { zh: '其他', en: 'Other' },
      },
      { default: 'other', required: true },
    ),
    picture: image({ zh: '图片', en: 'Image' }, { required: true }),
    bgColor: color({ zh: '背景色', en: 'Background' }),
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
    columns: ['picture', 'name', 'group', 'bgColor', 'sort', 'status', 'updatedAt'],
    filters: ['group', 'status'],
    sort: 'sort',
  },
  form: [['name', 'group'], ['picture', 'bgColor'], ['sort']],
  unique: [['group', 'name']],
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
export type AiIcon = RecordOf<typeof aiIcon>;
