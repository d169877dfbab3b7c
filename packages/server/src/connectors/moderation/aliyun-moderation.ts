import { randomUUID } from 'node:crypto';
import { at, jsonIn, refusalOf, TrialFailed } from '../../outbound/index.ts';
import { signedAliyunCall } from '../clouds/aliyun-signature.ts';
import { type Judged, type ModerationProvider, namesAmong } from './moderation-provider.ts';

const levels: Readonly<Record<string, Judged['level']>> = {
  none: 'pass',
  low: 'pass',
  medium: 'suspect',
  high: 'block',
};
const ofTheKey = /^(InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|NoPermission)/;

/** Alibaba Cloud: TextModerationPlus of Green 2022-03-02. Text that is fit has the label `nonLabel`. */
export const aliyunModeration: ModerationProvider = {
  url: 'https://green-cip.cn-shanghai.aliyuncs.com/',
  longest: 2000,
  abreast: 8,
  signs: true,
  async ask(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
    const signed = signedAliyunCall({
      url,
      action: 'TextModerationPlus',
      version: '2022-03-02',
      parameters: {},
      form: { Service: model || 'llm_query_moderation', ServiceParameters: JSON.stringify({ content: text }) },
      keyId: keyId ?? '',
      secret: secret ?? '',
      at: moment,
      nonce: randomUUID(),
    });
    const { status, body } = await send({ ...signed, method: 'POST' });
    const said = jsonIn(body);
    const code = at(said, 'Code');
    if (typeof code === 'string' && code !== '200')
      throw new TrialFailed(ofTheKey.test(code) ? 'auth' : 'refused', code.slice(0, 100));
    const refusal = refusalOf(typeof code === 'number' ? code : status);
    if (refusal) throw refusal;
    const level = levels[String(at(said, 'Data', 'RiskLevel'))];
    if (level === undefined) throw new TrialFailed('answer');
    if (level === 'pass') return { level, categories: [] };
    const results = at(said, 'Data', 'Result');
    const labels = (Array.isArray(results) ? results : []).map((one) => at(one, 'Label'));
    return { level, categories: namesAmong(labels.filter((label) => label !== 'nonLabel')) };
  },
};
