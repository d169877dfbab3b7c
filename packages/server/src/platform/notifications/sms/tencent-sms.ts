import { signTencentHeaders } from '../../outbound/clouds/tencent-signature.ts';
import { ConnectionTestError, getPath, parseJson, toRejection } from '../../outbound/index.ts';
import type { SmsProvider } from './sms-provider.ts';

/** Tencent Cloud: SendSms of version 2021-01-11. */
export const tencentSms: SmsProvider = {
  url: 'https://sms.tencentcloudapi.com/',
  deps: ['accessKeyId', 'signName', 'templateCode', 'sdkAppId'],
  request(url, { settings, secret, phone, code, minutes, at: moment }) {
    const body = JSON.stringify({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: settings.sdkAppId,
      SignName: settings.signName,
      TemplateId: settings.templateCode,
      TemplateParamSet: settings.withMinutes ? [code, String(minutes)] : [code],
    });
    const headers = signTencentHeaders({
      url,
      service: 'sms',
      action: 'SendSms',
      version: '2021-01-11',
      region: settings.region,
      body,
      keyId: settings.accessKeyId ?? '',
      secret,
      at: moment,
    });
    return { url, method: 'POST', headers, body };
  },
  judge({ status, body }) {
    const said = parseJson(body);
    const code = getPath(said, 'Response', 'Error', 'Code') ?? getPath(said, 'Response', 'SendStatusSet', 0, 'Code');
    if (code === 'Ok') return;
    if (typeof code !== 'string') throw toRejection(status) ?? new ConnectionTestError('answer');
    throw new ConnectionTestError(
      /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
      code.slice(0, 100),
    );
  },
};
