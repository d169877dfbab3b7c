import { admins, defineCalls, everyone } from '../definition/index.ts';
import { identifier, integer, json, text } from '../fields/index.ts';

const page = text({ zh: '设置页', en: 'Settings page' }, { required: true, max: 64 });
const group = text({ zh: '分组', en: 'Group' }, { required: true, max: 64 });

/** Calls of settings pages and of uploaded images. The definition of a page also limits who may use it. */
export const settingsCalls = defineCalls({
  settingsGet: {
    path: '/settings/get',
    label: { zh: '读取设置', en: 'Read settings' },
    roles: admins,
    reads: true,
    input: { page },
  },
  settingsSave: {
    path: '/settings/save',
    label: { zh: '保存设置', en: 'Save settings' },
    roles: admins,
    input: {
      page,
      group,
      version: integer({ zh: '版本', en: 'Version' }, { required: true, min: 0 }),
      values: json({ zh: '值', en: 'Values' }, { required: true }),
    },
  },
  settingsHistory: {
    path: '/settings/history',
    label: { zh: '设置历史', en: 'History of settings' },
    roles: admins,
    reads: true,
    input: {
      page,
      group: text({ zh: '分组', en: 'Group' }, { max: 64 }),
      before: integer({ zh: '早于', en: 'Before' }, { min: 1 }),
    },
  },
  settingsRollback: {
    path: '/settings/rollback',
    label: { zh: '回滚设置', en: 'Roll settings back' },
    roles: admins,
    input: {
      page,
      group,
      historyId: identifier({ zh: '历史编号', en: 'History ID' }, { required: true, min: 1 }),
      version: integer({ zh: '版本', en: 'Version' }, { required: true, min: 0 }),
    },
  },
  settingsRun: {
    path: '/settings/run',
    label: { zh: '试用设置', en: 'Test settings' },
    roles: admins,
    seconds: 60,
    input: {
      page,
      group,
      action: text({ zh: '操作', en: 'Action' }, { required: true, max: 64 }),
      input: json({ zh: '参数', en: 'Input' }),
    },
  },
  fileUpload: {
    path: '/file/upload',
    label: { zh: '上传图片', en: 'Upload an image' },
    roles: everyone,
    input: {
      name: text({ zh: '文件名', en: 'File name' }, { required: true, max: 255 }),
      content: text({ zh: '内容（base64）', en: 'Content (base64)' }, { required: true, max: 7_000_000 }),
    },
  },
});
