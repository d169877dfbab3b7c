import { at, jsonIn, refusalOf, TrialFailed } from '../../outbound/index.ts';
import { signedTencentHeaders } from '../clouds/tencent-signature.ts';
import { type Judged, type ModerationProvider, namesAmong } from './moderation-provider.ts';

const levels: Readonly<Record<string, Judged['level']>> = { Pass: 'pass', Review: 'suspect', Block: 'block' };

/** Tencent Cloud: TextModeration of TMS 2020-12-29. Text that is fit has the label `Normal`. */
export const tencentModeration: ModerationProvider = {
  url: 'https://tms.tencentcloudapi.com/',
  longest: 10_000,
  abreast: 4,
  signs: true,
  async ask(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
    const content = Buffer.from(text, 'utf8').toString('base64');
    const body = JSON.stringify({ Content: content, ...(model ? { BizType: model } : {}) });
    const headers = signedTencentHeaders({
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
    const said = at(jsonIn(answer.body), 'Response');
    const code = at(said, 'Error', 'Code');
    if (typeof code === 'string')
      throw new TrialFailed(/^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'refused', code.slice(0, 100));
    const level = levels[String(at(said, 'Suggestion'))];
    if (level === undefined) throw refusalOf(answer.status) ?? new TrialFailed('answer');
    const labels = [at(said, 'Label'), at(said, 'SubLabel')];
    return { level, categories: namesAmong(labels.filter((label) => label !== 'Normal' && label !== '')) };
  },
};
