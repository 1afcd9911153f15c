/** The folder of this release's public files, such as the platform icons. */
export const embedFolder = `/embed/${process.env.BUSKER_VERSION ?? ''}/`;
