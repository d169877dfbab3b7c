import type { LocalizedText } from '../definition/index.ts';

/** Labels of actions that the audit log contains besides verbs and the actions of resources. */
export const otherActions: Readonly<Record<string, LocalizedText>> = {
  login: { zh: '登录', en: 'Signed in' },
  logout: { zh: '退出登录', en: 'Signed out' },
  stepUp: { zh: '再次确认身份', en: 'Confirmed identity' },
  changePassword: { zh: '修改密码', en: 'Changed the password' },
  updateProfile: { zh: '修改个人资料', en: 'Changed the profile' },
  startTwoFactor: { zh: '开始设置两步验证', en: 'Started two-factor setup' },
  turnOnTwoFactor: { zh: '启用两步验证', en: 'Enabled two-factor' },
  turnOffTwoFactor: { zh: '关闭两步验证', en: 'Disabled two-factor' },
  endSession: { zh: '结束会话', en: 'Ended a session' },
  createToken: { zh: '创建访问令牌', en: 'Created an access token' },
  revokeToken: { zh: '吊销访问令牌', en: 'Revoked an access token' },
  save: { zh: '保存设置', en: 'Saved settings' },
  rollback: { zh: '回滚设置', en: 'Rolled settings back' },
  upload: { zh: '上传图片', en: 'Uploaded an image' },
  undo: { zh: '撤销', en: 'Undo' },
  rotate: { zh: '轮换主密钥', en: 'Rotated the master key' },
  removeOrphans: { zh: '清理孤儿文件', en: 'Removed orphaned files' },
  rebuild: { zh: '重建统计', en: 'Rebuilt statistics' },
  download: { zh: '下载', en: 'Downloaded' },
  check: { zh: '检查文本', en: 'Checked a text' },
  exportCodes: { zh: '导出兑换码', en: 'Exported codes' },
  exportCut: { zh: '导出中断', en: 'Export interrupted' },
  remind: { zh: '提醒', en: 'Reminder' },
  share: { zh: '共享', en: 'Shared' },
  restore: { zh: '找回', en: 'Restored' },
  default: { zh: '设为默认', en: 'Set as default' },
  make: { zh: '生成', en: 'Generated' },
  request: { zh: '提交审批', en: 'Asked for approval' },
};

/** Labels of subjects that the audit log contains besides resources and settings pages. */
export const otherSubjects: Readonly<Record<string, LocalizedText>> = {
  call: { zh: '接口', en: 'API' },
  dataset: { zh: '数据集', en: 'Data set' },
  document: { zh: '文档文件', en: 'Document file' },
  file: { zh: '文件', en: 'File' },
  savedView: { zh: '视图', en: 'Saved view' },
  secrets: { zh: '加密的密钥', en: 'Encrypted secrets' },
  settings: { zh: '设置', en: 'Settings' },
};
