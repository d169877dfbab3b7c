import { signTencentHeaders } from '../../../platform/outbound/clouds/tencent-signature.ts';
import { ConnectionTestError, getPath, parseJson, toRejection } from '../../../platform/outbound/index.ts';
import { type Judged, type ModerationProvider, pickNames } from './moderation-provider.ts';

const levels: Readonly<Record<string, Judged['level']>> = { Pass: 'pass', Review: 'suspect', Block: 'block' };

/** Tencent Cloud: TextModeration of TMS 2020-12-29. Text that is fit has the label `Normal`. */
export const tencentModeration: ModerationProvider = {
  url: 'https://tms.tencentcloudapi.com/',
  longest: 10_000,
  abreast: 4,
  signs: true,
  async prompt(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
    const content = Buffer.from(text, 'utf8').toString('base64');
    const body = JSON.stringify({ Content: content, ...(model ? { BizType: model } : {}) });
    const headers = signTencentHeaders({
      url,
      service: 'tms',
      action: 'TextModeration',
      version: '2020-12-29',
      region: 'ap-guangzhou',
      body,
      keyId: keyId ?? '',
      secret: secret ?? '',
      at: moment,
    });
    const answer = await send({ url, method: 'POST', headers, body });
    const said = getPath(parseJson(answer.body), 'Response');
    const code = getPath(said, 'Error', 'Code');
    if (typeof code === 'string')
      throw new ConnectionTestError(
        /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
        code.slice(0, 100),
      );
    const level = levels[String(getPath(said, 'Suggestion'))];
    if (level === undefined) throw toRejection(answer.status) ?? new ConnectionTestError('answer');
    const labels = [getPath(said, 'Label'), getPath(said, 'SubLabel')];
    return { level, categories: pickNames(labels.filter((label) => label !== 'Normal' && label !== '')) };
  },
};
