import { defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, choices, reference, text } from '../../fields/index.ts';
import {
  cloneAction,
  editors,
  iconField,
  nameEnField,
  nameField,
  reorderWithin,
  sortField,
  switchActions,
  switchState,
  vipLevelField,
} from '../parts.ts';
import { platforms } from './platforms.ts';

export const menuItem = defineResource({
  name: 'menuItem',
  path: '/models/left-model-table',
  title: 'name',
  label: { zh: '菜单项', en: 'Menu item' },
  help: {
    zh: '菜单组中的一项：站内页面、外链、小应用或智能体',
    en: 'An item of a menu group: page, link, mini app, or agent',
  },
  fields: {
    groupId: reference({ zh: '菜单组', en: 'Group' }, 'menuGroup', { required: true }),
    name: nameField,
    nameEn: nameEnField,
    iconId: iconField,
    kind: choice(
      { zh: '类型', en: 'Kind' },
      {
        internal: { zh: '站内页面', en: 'Page' },
        external: { zh: '外部链接', en: 'Link' },
        app: { zh: '小应用', en: 'Mini app' },
        agent: { zh: '智能体', en: 'Agent' },
      },
      { default: 'internal', required: true },
    ),
    target: text(
      { zh: '目标', en: 'Target' },
      {
        required: true,
        max: 500,
        mono: true,
        help: {
          zh: '页面以 / 开头，链接以 https:// 开头，应用与智能体填标识',
          en: 'A page starts with /, a link with https://. Identify an app or agent by its key.',
        },
      },
    ),
    badge: text({ zh: '角标', en: 'Badge' }, { max: 12 }),
    requiredVipLevel: vipLevelField,
    loginRequired: boolean({ zh: '需登录', en: 'Signed in only' }),
    platforms: choices({ zh: '平台', en: 'Platforms' }, platforms, {
      help: { zh: '不选表示全部', en: 'Leave empty to select all.' },
    }),
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['groupId', 'name', 'nameEn', 'kind', 'target', 'requiredVipLevel', 'status'],
    filters: ['groupId', 'kind', 'status'],
    sort: 'sort',
  },
  form: [
    ['groupId', 'iconId'],
    ['name', 'nameEn'],
    ['kind', 'target'],
    ['badge', 'requiredVipLevel'],
    ['platforms'],
    ['loginRequired', 'sort'],
  ],
  unique: [['groupId', 'name']],
  access: editors,
  actions: { ...switchActions, reorder: reorderWithin('groupId'), clone: cloneAction },
});
export type MenuItem = RecordOf<typeof menuItem>;
