import type { Scene, Script } from '../scene.ts';

const welcome = '## 你好，我是拂晓\n\n写作、绘画、读文档，从一句话开始。';
const agreement =
  '# 用户协议\n\n1. 请勿发布违法或侵权的内容。\n2. 生成的内容仅供参考。\n3. 额度的有效期以购买页为准。\n';

/** The front-end configuration: a first version, a later one, and an unpublished draft. */
export function frontConfigScenes({ stage, cast, activity, days }: Script): Scene[] {
  const save = (group: string, version: number, values: object) =>
    stage.call('/settings/save', { page: 'front', group, version, values }, cast.owner);
  const publish = (note: string) => stage.call('/front-version/publish', { note }, cast.owner);
  const at = (day: number, play: () => Promise<unknown>): Scene => ({
    at: activity.work(day),
    play: async () => void (await play()),
  });
  return [
    at(2, async () => {
      await save('brand', 0, { siteName: '拂晓 AI', slogan: '从一句话开始', themeColor: '#1d4ed8' });
      await save('home', 0, { welcome });
      await publish('上线版本');
    }),
    at(Math.floor(days / 2), async () => {
      await save('legal', 0, { company: '拂晓科技有限公司', userAgreement: agreement, agreementAutoOpen: true });
      await save('contact', 0, { email: 'support@example.com' });
      await publish('补充用户协议与客服邮箱');
    }),
    at(days - 2, () => save('home', 1, { welcome: `${welcome}\n\n新：可以上传 PDF 提问了。` })),
  ];
}
