import { allAreas, readOnly } from '../../access/index.ts';
import { areas, homeArea } from '../../areas/areas.ts';
import { admins, defineResource, type FieldRule, type LocalizedText, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, choices, image, integer, paragraph, secret, state, text, time } from '../../fields/index.ts';
import { permissionPresets } from './permission-presets.ts';

/** The parts of a permission set: all areas or single ones (home is always included), and read-only access. */
const setParts: Readonly<Record<string, LocalizedText>> = {
  [allAreas]: { zh: '全部菜单', en: 'All areas' },
  ...Object.fromEntries(areas.flatMap(({ name, label }) => (name === homeArea ? [] : [[name, label]]))),
  [readOnly]: { zh: '只读', en: 'Read-only' },
};

const roles = { admin: { zh: '管理员', en: 'Administrator' }, user: { zh: '普通用户', en: 'Operator' } } as const;
const permissionSet = choices({ zh: '权限范围', en: 'Permission set' }, setParts, {
  required: true,
  presets: permissionPresets,
  help: {
    zh: '可使用的菜单。选择“只读”后只能查看和导出',
    en: 'The areas this admin can use. With “Read-only” they can view and export, but not change anything.',
  },
});
const beforeAnythingElse = {
  zh: '设置两步验证之前不能做其他事',
  en: 'Must set up two-factor authentication before anything else',
} as const;

const notOneself: FieldRule = {
  field: 'id',
  holds: 'otherAdmin',
  why: { zh: '不能对自己执行此操作', en: 'You cannot do this to your own account.' },
};

/** A password that is shown once, with its username. */
const newPassword = {
  username: text({ zh: '用户名', en: 'Username' }),
  temporaryPassword: text({ zh: '临时密码', en: 'Temporary password' }),
} as const;

export const admin = defineResource({
  name: 'admin',
  path: '/admins/admin-table',
  title: 'username',
  person: true,
  label: { zh: '管理员', en: 'Admin' },
  help: { zh: '可以登录控制台的人', en: 'Accounts that can sign in to the console' },
  fields: {
    username: text(
      { zh: '用户名', en: 'Username' },
      {
        required: true,
        unique: 'folded',
        search: true,
        write: 'create',
        min: 3,
        max: 32,
        pattern: '[A-Za-z0-9_.-]+',
      },
    ),
    password: secret(
      { zh: '初始密码', en: 'Initial password' },
      {
        write: 'create',
        required: true,
        min: 8,
        max: 256,
        generatable: true,
        help: {
          zh: '至少 15 位；首次登录后须修改',
          en: 'At least 15 characters. It must be changed at first sign-in.',
        },
      },
    ),
    name: text({ zh: '姓名', en: 'Name' }, { required: true, search: true, max: 64 }),
    role: choice({ zh: '角色', en: 'Role' }, roles, {
      required: true,
      default: 'user',
      write: 'create',
      help: { zh: '之后用“更改角色”修改', en: 'Change it later with “Change role”.' },
    }),
    permissionSet,
    requireTwoFactor: boolean({ zh: '必须两步验证', en: 'Must use two-factor' }, { help: beforeAnythingElse }),
    avatar: image({ zh: '头像', en: 'Avatar' }),
    email: text(
      { zh: '邮箱', en: 'Email' },
      { unique: 'folded', search: true, personal: true, max: 254, pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+' },
    ),
    phone: text({ zh: '手机', en: 'Phone' }, { personal: true, max: 20, pattern: '1\\d{10}' }),
    job: text({ zh: '职位代码', en: 'Job code' }, { max: 64, read: 'detail' }),
    jobName: text({ zh: '职位', en: 'Job' }, { max: 64 }),
    organization: text({ zh: '组织代码', en: 'Organization code' }, { max: 64, read: 'detail' }),
    organizationName: text({ zh: '组织', en: 'Organization' }, { max: 64 }),
    location: text({ zh: '地区代码', en: 'Region code' }, { max: 64, read: 'detail' }),
    locationName: text({ zh: '地区', en: 'Region' }, { max: 64, read: 'detail' }),
    introduction: paragraph({ zh: '简介', en: 'Introduction' }, { max: 500, read: 'detail' }),
    personalWebsite: text({ zh: '个人网站', en: 'Website' }, { read: 'detail', pattern: 'https?://\\S+' }),
    certification: integer({ zh: '认证', en: 'Certification' }, { write: 'never', default: 0, read: 'detail' }),
    totpEnabled: boolean({ zh: '两步验证', en: 'Two-factor' }, { write: 'never' }),
    mustChangePassword: boolean({ zh: '须改密码', en: 'Must change password' }, { write: 'never', read: 'detail' }),
    lockedUntil: time({ zh: '锁定至', en: 'Locked until' }, { write: 'never', read: 'detail' }),
    lastLoginAt: time({ zh: '最近登录', en: 'Last sign-in' }, { write: 'never' }),
    lastLoginIp: text(
      { zh: '最近登录 IP', en: 'Last sign-in from' },
      { write: 'never', max: 64, personal: true, read: 'detail', mono: true },
    ),
    status: state(
      { zh: '状态', en: 'Status' },
      { active: { zh: '正常', en: 'Active', tone: 'good' }, disabled: { zh: '停用', en: 'Disabled', tone: 'bad' } },
    ),
  },
  list: {
    columns: ['username', 'name', 'role', 'permissionSet', 'totpEnabled', 'lastLoginAt', 'status'],
    filters: ['role', 'status', 'permissionSet', 'requireTwoFactor', 'totpEnabled', 'lockedUntil', 'lastLoginAt'],
    quick: {
      withoutTwoFactor: {
        label: { zh: '未启用两步验证', en: 'Without two-factor' },
        where: { totpEnabled: [false], status: ['active'] },
      },
      locked: { label: { zh: '今天被锁定', en: 'Locked today' }, where: { lockedUntil: { days: { from: 0 } } } },
    },
    sort: '-id',
  },
  form: [
    ['username', 'password'],
    ['name', 'role'],
    ['permissionSet', 'requireTwoFactor'],
    ['avatar'],
    ['email', 'phone'],
    ['jobName', 'organizationName'],
    ['locationName', 'personalWebsite'],
    ['introduction'],
  ],
  stepUp: ['create'],
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins, batch: admins, export: admins },
  deletion: { when: [notOneself] },
  actions: {
    invite: {
      on: 'collection',
      creates: true,
      answers: newPassword,
      label: { zh: '添加同事', en: 'Add a colleague' },
      help: {
        zh: '生成一次性临时密码，只显示一次；首次登录后须修改',
        en: 'Creates a temporary password that is shown only once and must be changed at first sign-in.',
      },
      roles: admins,
      stepUp: true,
      input: {
        username: 'username',
        name: text(
          { zh: '姓名', en: 'Name' },
          { max: 64, help: { zh: '留空则同用户名', en: 'Defaults to the username' } },
        ),
        permissionSet,
        role: choice({ zh: '角色', en: 'Role' }, roles, { required: true, default: 'user' }),
        requireTwoFactor: boolean(
          { zh: '必须两步验证', en: 'Must use two-factor' },
          { default: true, help: beforeAnythingElse },
        ),
      },
    },
    enable: {
      on: 'record',
      label: { zh: '启用', en: 'Enable' },
      roles: admins,
      from: ['disabled'],
      to: 'active',
      undo: false,
      stepUp: true,
    },
    disable: {
      on: 'record',
      group: 'access',
      label: { zh: '停用', en: 'Disable' },
      roles: admins,
      when: [notOneself],
      from: ['active'],
      danger: true,
      loss: 'reversible',
      stepUp: true,
    },
    changeRole: {
      on: 'record',
      group: 'access',
      label: { zh: '更改角色', en: 'Change role' },
      roles: admins,
      when: [notOneself],
      danger: true,
      stepUp: true,
      input: {
        role: choice({ zh: '新角色', en: 'New role' }, roles, { required: true }),
      },
    },
    resetPassword: {
      on: 'record',
      answers: newPassword,
      group: 'access',
      label: { zh: '重置密码', en: 'Reset password' },
      help: { zh: '生成一次性临时密码，只显示一次', en: 'Creates a temporary password that is shown only once.' },
      roles: admins,
      when: [notOneself],
      danger: true,
      stepUp: true,
    },
    resetTwoFactor: {
      on: 'record',
      group: 'access',
      label: { zh: '解除两步验证', en: 'Reset two-factor' },
      roles: admins,
      when: [notOneself],
      danger: true,
      stepUp: true,
    },
    unlock: { on: 'record', group: 'access', label: { zh: '解锁', en: 'Unlock' }, roles: admins },
    revokeSessions: {
      on: 'record',
      group: 'access',
      label: { zh: '强制下线', en: 'End sessions' },
      roles: admins,
      danger: true,
    },
  },
});
export type Admin = RecordOf<typeof admin>;
