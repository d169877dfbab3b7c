/** Platforms of the clients that users use. */
export const platforms = {
  web: { zh: '网页', en: 'Web' },
  h5: { zh: 'H5', en: 'H5' },
  wechat: { zh: '小程序', en: 'Mini program' },
  android: { zh: '安卓', en: 'Android' },
  ios: { zh: '苹果', en: 'iOS' },
  desktop: { zh: '桌面', en: 'Desktop' },
} as const;
