/** What channels of tasks are called, by the codes that the platform's workers give; there may be others. */
export const taskChannels = {
  mj: { zh: 'Midjourney', en: 'Midjourney' },
  sd: { zh: 'Stable Diffusion', en: 'Stable Diffusion' },
  dalle: { zh: 'DALL·E', en: 'DALL·E' },
  flux: { zh: 'FLUX', en: 'FLUX' },
  jimeng: { zh: '即梦', en: 'Jimeng' },
  luma: { zh: 'Luma', en: 'Luma' },
  runway: { zh: 'Runway', en: 'Runway' },
  cog: { zh: '清影', en: 'CogVideoX' },
  keling: { zh: '可灵', en: 'Kling' },
  sora: { zh: 'Sora', en: 'Sora' },
  suno: { zh: 'Suno', en: 'Suno' },
  builtin: { zh: '内置', en: 'Built-in' },
} as const;
