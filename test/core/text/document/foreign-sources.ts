/** Source code with comments in many languages, each with the older encodings that such files are found in. */
export type ForeignSource = {
  readonly language: string;
  readonly encodings: readonly string[];
  readonly text: string;
};

export const foreignSources: readonly ForeignSource[] = [
  {
    language: 'French',
    encodings: ['iso-8859-1', 'windows-1252'],
    text: `/* Vérifie que la quantité demandée est disponible à l'entrepôt. */
int verifier(int quantite) {
  // Le résultat négatif signale une pénurie déjà connue du siège.
  if (quantite < 0) return -1; /* réservé */
  return disponible() >= quantite; // été comme hiver, même règle
}
`,
  },
  {
    language: 'German',
    encodings: ['iso-8859-1', 'windows-1252'],
    text: `# Prüft, ob die Größe des Puffers für alle Einträge genügt.
def pruefe(groesse):
    # Überläufe führen später zu schwer auffindbaren Fehlern.
    if groesse > MAXIMUM:
        raise ValueError("Puffer zu groß: höchstens %d" % MAXIMUM)
    return groesse  # unverändert zurück
`,
  },
  {
    language: 'Polish',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: `// Sprawdza, czy użytkownik może otworzyć wskazany plik źródłowy.
public boolean sprawdz(Plik plik) {
    // Jeżeli plik już istnieje, pomiń następną gałąź i zwróć błąd.
    if (plik.istnieje()) { return false; }
    /* Wartość domyślna została określona w pliku konfiguracyjnym. */
    return true; // możliwość zmiany później
}
`,
  },
  {
    language: 'Czech',
    encodings: ['windows-1250', 'iso-8859-2'],
    text: `; Načte příští řádek souboru a ověří, že není prázdný.
(defun nacti-radek (soubor)
  ;; Když řádek chybí, vrátíme prázdný řetězec místo chyby.
  ;; Příliš žluťoučký kůň úpěl ďábelské ódy.
  (or (read-line soubor nil) "")) ; výchozí hodnota
`,
  },
  {
    language: 'Russian',
    encodings: ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'],
    text: `/* Проверяет, достаточно ли места для новой записи. */
static int check(size_t length) {
    // Отрицательное значение означает ошибку чтения журнала.
    if (length == 0) return -1;
    // Иначе возвращаем число свободных блоков в таблице.
    return free_blocks(length); /* без округления */
}
`,
  },
  {
    language: 'Greek',
    encodings: ['windows-1253', 'iso-8859-7'],
    text: `# Ελέγχει αν το αρχείο υπάρχει και αν μπορεί να διαβαστεί.
sub check {
    my ($path) = @_;
    # Σε περίπτωση σφάλματος επιστρέφει κενή τιμή στον καλούντα.
    return unless -r $path;   # δεν υπάρχει δικαίωμα ανάγνωσης
    return 1;                 # όλα είναι εντάξει
}
`,
  },
  {
    language: 'Turkish',
    encodings: ['windows-1254'],
    text: `' Seçilen dosyanın boyutunu ölçer ve sınırı aşarsa uyarı gösterir.
Function DosyaBoyutu(yol As String) As Long
    ' Geçersiz yol için sıfır değeri döndürülür, çağıran kişi bunu kontrol eder.
    If Len(yol) = 0 Then DosyaBoyutu = 0 ' boş bırakılmış
    ' Değişiklikler kaydedilmeden önce kullanıcıya sorulmalıdır.
End Function
`,
  },
  {
    language: 'Japanese',
    encodings: ['shift_jis', 'euc-jp'],
    text: `// 入力されたファイル名を検査し、表示できない文字を取り除く。
public String clean(String name) {
    // 名前が空の場合は、既定の値を返す（エラーにはしない）。
    if (name.isEmpty()) { return "無題"; }
    /* ソースの一覧表を予約済みの能力と比べる。 */
    return name.trim(); // 前後の空白だけを削除
}
`,
  },
  {
    language: 'Simplified Chinese',
    encodings: ['gbk', 'gb18030', 'gb2312'],
    text: `# 检查缓存目录是否存在，如果不存在就创建一个新的目录。
def ensure_cache(path):
    # 这里不处理权限错误，由调用者决定如何提示用户。
    if not os.path.exists(path):
        os.makedirs(path)  # 递归创建
    # 返回规范化之后的路径，方便后面的代码比较。
    return os.path.normpath(path)
`,
  },
  {
    language: 'Traditional Chinese',
    encodings: ['big5'],
    text: `/* 檢查使用者輸入的檔案名稱是否已經存在於目前的資料夾。 */
int check_name(const char *name) {
    // 如果名稱是空的，就回傳錯誤並且顯示說明。
    if (!name[0]) return -1;
    // 成功許可時不做任何事情，由功能表繼續處理。
    return 0; /* 沒有錯誤 */
}
`,
  },
  {
    language: 'Korean',
    encodings: ['euc-kr'],
    text: `// 사용자가 입력한 파일 이름이 올바른지 확인한다.
bool checkName(const std::string& name) {
    // 이름이 비어 있으면 오류 메시지를 출력하고 거짓을 돌려준다.
    if (name.empty()) return false;
    /* 나머지 검사는 다음 버전에서 추가할 예정이다. */
    return true; // 문제 없음
}
`,
  },
];
