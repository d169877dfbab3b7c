import { admins, defineCalls, everyone } from '../definition/index.ts';
import { choice, identifier, integer, json, text } from '../fields/index.ts';

const id = integer({ zh: '视图编号', en: 'View ID' }, { required: true, min: 1 });
const version = integer({ zh: '版本', en: 'Version' }, { required: true, min: 1 });
const resource = text({ zh: '对象', en: 'Object' }, { required: true, max: 64 });
const name = text({ zh: '名称', en: 'Name' }, { required: true, max: 60 });
const query = json({ zh: '列表参数', en: 'List parameters' }, { required: true });

/** Who sees a view: its owner, the admins with a role, or everyone. */
export const viewAudiences = ['own', 'admin', 'user', 'everyone'] as const;
export type ViewAudience = (typeof viewAudiences)[number];

/** Calls of saved views. A view belongs to its creator; sharing it requires a separate permission. */
export const viewCalls = defineCalls({
  viewList: {
    path: '/view/list',
    label: { zh: '读取视图', en: 'Read saved views' },
    roles: everyone,
    reads: true,
    input: { resource },
  },
  viewCreate: {
    path: '/view/create',
    label: { zh: '保存视图', en: 'Save a view' },
    roles: everyone,
    ownAccount: true,
    input: { resource, name, query },
  },
  viewUpdate: {
    path: '/view/update',
    label: { zh: '修改视图', en: 'Change a saved view' },
    roles: everyone,
    ownAccount: true,
    input: {
      id,
      version,
      name: text({ zh: '名称', en: 'Name' }, { max: 60 }),
      query: json({ zh: '列表参数', en: 'List parameters' }),
    },
  },
  viewShare: {
    path: '/view/share',
    label: { zh: '共享视图', en: 'Share a saved view' },
    roles: admins,
    input: {
      id,
      version,
      audience: choice(
        { zh: '可见范围', en: 'Visibility' },
        {
          own: { zh: '仅自己', en: 'Only me' },
          admin: { zh: '管理员', en: 'Admins' },
          user: { zh: '普通用户', en: 'Operators' },
          everyone: { zh: '所有人', en: 'Everyone' },
        },
        { required: true },
      ),
    },
  },
  viewDelete: {
    path: '/view/delete',
    label: { zh: '删除视图', en: 'Delete a saved view' },
    roles: everyone,
    ownAccount: true,
    input: { id, version },
  },
  viewRestore: {
    path: '/view/restore',
    label: { zh: '找回视图', en: 'Restore a deleted view' },
    roles: everyone,
    ownAccount: true,
    input: { id },
  },
  viewDefault: {
    path: '/view/default',
    label: { zh: '设为默认视图', en: 'Choose the view that a list opens with' },
    roles: everyone,
    ownAccount: true,
    input: { resource, id: identifier({ zh: '视图编号', en: 'View ID' }, { min: 1 }) },
  },
});

/** A named list. `query` holds its URL parameters by name. */
export interface SavedView {
  readonly id: number;
  readonly version: number;
  readonly resource: string;
  readonly name: string;
  readonly audience: ViewAudience;
  readonly query: Readonly<Record<string, string>>;
  readonly ownerName: string;
  readonly own: boolean;
  /** Whether the caller may rename, change and delete the view. */
  readonly editable: boolean;
}

export interface ViewsAnswer {
  readonly views: readonly SavedView[];
  /** The view that the caller's list opens with; null for the default list. */
  readonly defaultId: number | null;
}
