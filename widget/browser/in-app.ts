/** Browsers inside apps: their links often open badly, and wallets and bank dialogs fail in them. */
export const isInApp = (): boolean =>
  /FBA[NV]|Instagram|TikTok|Bytedance|musical_ly|Snapchat|Line\//.test(navigator.userAgent);
