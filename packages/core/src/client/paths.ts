import { kebab } from '../definition/index.ts';

/** Where every call of the console lives. */
export const apiBase = '/api/v1/admin';

/** Under it gateways say what was paid. */
export const payBase = '/api/v1/pay';

/** The nine calls that the product names, kept to the letter. */
export const sessionPaths = {
  login: '/login',
  logout: '/logout',
  info: '/info',
  captcha: '/verify-codes/captcha',
  dataPanel: '/data_panel',
  contentData: '/content_data',
  orderPanel: '/order_panel',
  messagePanel: '/message_panel',
  memoryPanel: '/memory_panel',
} as const;

/** `redeemCode`, `list` -> `/redeem-code/list`. */
export function getResourcePath(name: string, verb: string): string {
  return `/${kebab(name)}/${kebab(verb)}`;
}
