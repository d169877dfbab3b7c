import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer } from '../../fields/index.ts';
import {
  editors,
  iconField,
  mergeAction,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
} from '../parts.ts';
import { platforms } from './platforms.ts';

export const menuGroup = defineResource({
  name: 'menuGroup',
  path: '/models/left-model-table',
  title: 'name',
  label: { zh: '菜单组', en: 'Menu group' },
  help: { zh: '用户端左侧菜单的分组', en: 'Groups of the users’ left menu' },
  fields: { name: ownName, nameEn: nameEnField, iconId: iconField, sort: sortField, status: switchState },
  list: {
    columns: ['name', 'nameEn', 'iconId', 'sort', 'status', 'updatedAt'],
    filters: ['status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['iconId'], ['sort']],
  access: editors,
  actions: {
    ...switchActions,
    merge: mergeAction('menuGroup'),
    preview: {
      on: 'collection',
      answers: 'lists',
      label: { zh: '预览菜单', en: 'Preview the menu' },
      help: { zh: '按访客、用户或会员的身份查看菜单', en: 'Shows the menu as a guest, a user, or a member sees it.' },
      roles: everyone,
      reads: true,
      input: {
        viewer: choice(
          { zh: '身份', en: 'Identity' },
          {
            guest: { zh: '访客', en: 'Guest' },
            user: { zh: '用户', en: 'User' },
            member: { zh: '会员', en: 'Member' },
          },
          { default: 'guest', required: true },
        ),
        vipLevel: integer({ zh: '会员等级', en: 'Membership level' }, { min: 0, max: 99, default: 1 }),
        platform: choice({ zh: '平台', en: 'Platform' }, platforms, { default: 'web', required: true }),
      },
    },
  },
});
export type MenuGroup = RecordOf<typeof menuGroup>;
