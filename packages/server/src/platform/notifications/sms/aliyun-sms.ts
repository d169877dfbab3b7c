import { randomUUID } from 'node:crypto';
import { signAliyunCall } from '../../outbound/clouds/aliyun-signature.ts';
import { ConnectionTestError, getPath, parseJson, toRejection } from '../../outbound/index.ts';
import type { SmsProvider } from './sms-provider.ts';

const ofTheKey = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|isp\.RAM)/;

/** Alibaba Cloud: SendSms of Dysmsapi 2017-05-25. */
export const aliyunSms: SmsProvider = {
  url: 'https://dysmsapi.aliyuncs.com/',
  deps: ['accessKeyId', 'signName', 'templateCode'],
  request(url, { settings, secret, phone, code, minutes, at: moment }) {
    const variables = settings.withMinutes ? { code, minutes: String(minutes) } : { code };
    const signed = signAliyunCall({
      url,
      action: 'SendSms',
      version: '2017-05-25',
      parameters: {
        PhoneNumbers: phone,
        SignName: settings.signName ?? '',
        TemplateCode: settings.templateCode ?? '',
        TemplateParam: JSON.stringify(variables),
      },
      keyId: settings.accessKeyId ?? '',
      secret,
      at: moment,
      nonce: randomUUID(),
    });
    return { ...signed, method: 'POST' };
  },
  judge({ status, body }) {
    const code = getPath(parseJson(body), 'Code');
    if (code === 'OK') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(ofTheKey.test(code) ? 'auth' : 'rejected', code.slice(0, 100));
  },
};
