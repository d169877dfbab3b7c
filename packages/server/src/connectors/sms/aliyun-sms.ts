import { randomUUID } from 'node:crypto';
import { at, jsonIn, refusalOf, TrialFailed } from '../../outbound/index.ts';
import { signedAliyunCall } from '../clouds/aliyun-signature.ts';
import type { SmsProvider } from './sms-provider.ts';

const ofTheKey = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|isp\.RAM)/;

/** Alibaba Cloud: SendSms of Dysmsapi 2017-05-25. */
export const aliyunSms: SmsProvider = {
  url: 'https://dysmsapi.aliyuncs.com/',
  needs: ['accessKeyId', 'signName', 'templateCode'],
  request(url, { settings, secret, phone, code, minutes, at: moment }) {
    const variables = settings.withMinutes ? { code, minutes: String(minutes) } : { code };
    const signed = signedAliyunCall({
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
    const code = at(jsonIn(body), 'Code');
    if (code === 'OK') return;
    if (typeof code !== 'string') throw refusalOf(status) ?? new TrialFailed('answer');
    throw new TrialFailed(ofTheKey.test(code) ? 'auth' : 'refused', code.slice(0, 100));
  },
};
