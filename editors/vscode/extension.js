// A thin client: everything is decided by `tracehound lsp`. What is left here is where the server is, which
// files it gets, and how a long answer and the state of a file are shown.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// Commands of the server whose answers are worth a page of their own.
const PAGES = ["tracehound.explain", "tracehound.writeTest"];
const ENDINGS = ["toy", "ml", "hs", "lhs", "java", "goal", "trace"];

let client;
let item;

function settings() {
  const all = vscode.workspace.getConfiguration("tracehound");
  return {
    check: all.get("check"),
    arguments: all.get("arguments"),
    definitions: all.get("definitions"),
  };
}

function selector() {
  const own = Object.keys(settings().definitions).map((ending) => ending.replace(/^[*.]+/, ""));
  return [...ENDINGS, ...own].map((ending) => ({ scheme: "file", pattern: `**/*.${ending}` }));
}

async function executeCommand(command, args, next) {
  const answer = await next(command, args);
  if (PAGES.includes(command) && typeof answer === "string") {
    const language = command === "tracehound.explain" ? "markdown" : "plaintext";
    const page = await vscode.workspace.openTextDocument({ content: answer, language });
    await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  }
  return answer;
}

function showStatus({ uri, status, violations, inconclusive }) {
  const shown = vscode.window.activeTextEditor?.document.uri;
  if (!shown || vscode.Uri.parse(uri).toString() !== shown.toString()) return;
  const icons = { checking: "sync~spin", current: "check", stale: "history", cancelled: "circle-slash", failed: "warning" };
  const found = violations > 0 ? `, ${violations} found` : "";
  const open = inconclusive > 0 ? `, ${inconclusive} inconclusive` : "";
  item.text = `$(${icons[status] ?? "question"}) Tracehound: ${status}${found}${open}`;
  item.show();
}

async function start() {
  const command = vscode.workspace.getConfiguration("tracehound").get("path");
  client = new LanguageClient(
    "tracehound",
    "Tracehound",
    { command, args: ["lsp"] },
    {
      documentSelector: selector(),
      initializationOptions: settings(),
      middleware: { executeCommand },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{ml,mli,hs,lhs,java}") },
    },
  );
  client.onNotification("tracehound/status", showStatus);
  await client.start();
}

async function restart() {
  await client?.stop();
  await start();
}

async function checkFile() {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri) {
    const command = { command: "tracehound.check", arguments: [uri.toString()] };
    await client.sendRequest("workspace/executeCommand", command);
  }
}

async function activate(context) {
  item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Right);
  context.subscriptions.push(
    item,
    vscode.commands.registerCommand("tracehound.restart", restart),
    vscode.commands.registerCommand("tracehound.checkFile", checkFile),
    vscode.window.onDidChangeActiveTextEditor(() => item.hide()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("tracehound")) restart();
    }),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
