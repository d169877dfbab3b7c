import { createHash } from 'node:crypto';
import { ConnectionTestError, toRejection } from '../../outbound/index.ts';
import type { SmsProvider } from './sms-provider.ts';

/** An ApiKey, or a password that is hashed already, stands as it is; a password goes as its MD5. */
const proofOf = (secret: string) =>
  /^[0-9a-f]{32}$/i.test(secret) ? secret.toLowerCase() : createHash('md5').update(secret).digest('hex');

/** SMSBao: a GET whose answer is a number; `0` for a message that was taken. */
export const smsbaoSms: SmsProvider = {
  url: 'https://api.smsbao.com/sms',
  deps: ['accessKeyId', 'signName', 'content'],
  request(url, { settings, secret, phone, code, minutes }) {
    const said = (settings.content ?? '').replaceAll('{code}', code).replaceAll('{minutes}', String(minutes));
    const place = new URL(url);
    place.search = new URLSearchParams({
      u: settings.accessKeyId ?? '',
      p: proofOf(secret),
      m: phone,
      c: `【${settings.signName}】${said}`,
    }).toString();
    return { url: place.href, method: 'GET' };
  },
  judge({ status, body }) {
    const rejection = toRejection(status);
    if (rejection) throw rejection;
    const code = body.toString('utf8').trim();
    if (code === '0') return;
    if (!/^-?\d{1,4}$/.test(code)) throw new ConnectionTestError('answer');
    throw new ConnectionTestError(['30', '40', '43'].includes(code) ? 'auth' : 'rejected', code);
  },
};
