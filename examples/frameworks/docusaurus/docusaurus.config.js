export default {
  title: 'Ada plays',
  url: 'https://ada.example',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: false }, blog: false }]],
  scripts: [{ src: 'http://localhost:4100/embed/v1.js', type: 'module', async: true }],
};
