import type { Words } from '../definition/index.ts';

/** Words for what the audit log holds beyond the verbs and the actions of resources. */
export const otherDeeds: Readonly<Record<string, Words>> = {
  login: { zh: '登录', en: 'Signed in' },
  logout: { zh: '登出', en: 'Logged out' },
  stepUp: { zh: '再次确认身份', en: 'Confirmed identity' },
  changePassword: { zh: '修改密码', en: 'Changed the password' },
  updateProfile: { zh: '修改个人资料', en: 'Changed the profile' },
  startTwoFactor: { zh: '开始设置两步验证', en: 'Started to set up two-factor' },
  turnOnTwoFactor: { zh: '启用两步验证', en: 'Turned on two-factor' },
  turnOffTwoFactor: { zh: '关闭两步验证', en: 'Turned off two-factor' },
  endSession: { zh: '结束会话', en: 'Ended a session' },
  createToken: { zh: '创建访问令牌', en: 'Made an access token' },
  revokeToken: { zh: '吊销访问令牌', en: 'Revoked an access token' },
  save: { zh: '保存设置', en: 'Saved settings' },
  rollback: { zh: '回滚设置', en: 'Rolled settings back' },
  upload: { zh: '上传图片', en: 'Uploaded a picture' },
};
