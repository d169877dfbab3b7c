import type { Locale, LocalizedText } from '@gantry/core';
import { localize } from '@gantry/core';

/** What the session room says beyond the words that every face has. */
const words = {
  wrongCaptcha: { zh: '验证码不正确或已过期', en: 'The captcha is incorrect or has expired.' },
  brokenCaptcha: {
    zh: '人机验证服务暂时不可用，请改用图片验证码',
    en: 'The captcha service cannot be used right now; type the characters in the picture instead',
  },
  wrongCode: { zh: '两步验证码不正确或已使用', en: 'The two-factor code is wrong or was used already' },
  wrongCurrent: { zh: '当前密码不正确', en: 'The current password is wrong' },
  samePassword: { zh: '新密码不能与当前密码相同', en: 'The new password must not be the current one' },
  givePassword: { zh: '请输入密码', en: 'Enter your password.' },
  mustChangePassword: { zh: '请先修改密码', en: 'Change your password first' },
  mustSetTwoFactor: { zh: '请先启用两步验证', en: 'Turn on two-factor sign-in first' },
  twoFactorForced: { zh: '系统要求启用两步验证，不能关闭', en: 'Two-factor sign-in is required here and stays on' },
  twoFactorIsOn: { zh: '两步验证已启用', en: 'Two-factor sign-in is on already' },
  twoFactorNotStarted: { zh: '请先开始设置两步验证', en: 'Start the set-up of two-factor sign-in first' },
  addressNotAllowed: { zh: '不允许从此地址登录', en: 'Signing in from this address is not allowed' },
  tokenReadsOnly: { zh: '此访问令牌只能读取', en: 'This access token may only read' },
  notWithToken: { zh: '访问令牌不能执行此操作，请登录后再试', en: 'An access token cannot do this; sign in instead' },
  wrongSetupCode: { zh: '初始化码不正确或已失效', en: 'The set-up code is wrong or no longer good' },
  setupDone: { zh: '系统已初始化', en: 'The first admin exists already' },
  notYourself: { zh: '不能对自己执行此操作', en: 'You cannot do this to yourself' },
  lastAdmin: { zh: '至少要保留一名可用的管理员', en: 'At least one usable administrator must remain' },
  notThisSession: { zh: '这是当前会话，请直接退出登录', en: 'This is your current session. Sign out instead.' },
  tooManyTokens: { zh: '访问令牌过多，请先吊销不用的', en: 'Too many access tokens; revoke some first' },
} as const satisfies Record<string, LocalizedText>;

export function localizeSession(key: keyof typeof words, locale: Locale): string {
  return localize(words[key], locale);
}
