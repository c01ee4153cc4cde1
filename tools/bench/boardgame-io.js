'use strict';
// The board of boardgame.io's tutorial as a page on boardgame.io's own server, without turns: ?match=...&player=0 or 1.
// HARNESS is the folder with its packages, CLIENT the bundle of its client, PORT where the server listens.
const fs = require('fs'), zlib = require('zlib');
const { Origins, Server } = require(require.resolve('boardgame.io/server', { paths: [process.env.HARNESS] }));

const game = () => ({
  name: 'cells',
  setup: () => ({ cells: Array(9).fill('') }),
  moves: { clickCell: ({ G, playerID }, id) => { G.cells[id] = playerID; } },
});

// Runs in the page. Like boardgame.io's React client it shows the board as soon as the server has sent the state.
function show() {
  const { match, player } = Object.fromEntries(new URLSearchParams(location.search));
  const multiplayer = BoardgameIO.SocketIO();
  const client = BoardgameIO.Client({ game: game(), multiplayer, matchID: match, playerID: player, debug: false });
  const table = document.querySelector('table'), cells = [];
  client.subscribe((state) => {
    if (!state) return;
    for (let id = cells.length; id < 9; id++) {
      const cell = (id % 3 ? table.rows[table.rows.length - 1] : table.insertRow()).insertCell();
      cell.onclick = () => client.moves.clickCell(id);
      cells.push(cell);
    }
    cells.forEach((cell, id) => {
      cell.textContent = state.G.cells[id] || '-';
      cell.className = state.G.cells[id] && 'taken';
    });
  });
  client.start();
}

const page = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>Cells</title><table></table><script src="/client.js"></script>
<script>const game = ${game};(${show})();</script>`;
const script = zlib.gzipSync(fs.readFileSync(process.env.CLIENT));

const { router, run } = Server({ games: [game()], origins: [Origins.LOCALHOST] });
router.get('/', (context) => { context.body = page; });
router.get('/client.js', (context) => {
  context.set({ 'Content-Type': 'text/javascript', 'Content-Encoding': 'gzip' });
  context.body = script;
});
run({ port: { port: Number(process.env.PORT), host: '127.0.0.1' } });
