@echo off
rem Builds the ledger, or the control plane, if its build is missing or outdated, and starts it. See: run --help, run control-plane --help
setlocal EnableExtensions DisableDelayedExpansion

set "HERE=%~dp0.."
for %%d in ("%HERE%") do set "HERE=%%~fd"
set "PROGRAM=ledger"
set "MODULE=apps\ledger"
if not "%~1"=="control-plane" goto program_known
set "PROGRAM=control-plane"
set "MODULE=apps\control-plane"
rem SHIFT does not change the list of all arguments, so the first one is cut off here.
for /f "tokens=1,*" %%a in ("%*") do set "ARGUMENTS=%%b"

:program_known
set "TARGET=%HERE%\%MODULE%\target"
set "JAR=%TARGET%\counterfoil-%PROGRAM%-app.jar"
set "BUILT=%TARGET%\run-built"
set "LOG=%TARGET%\run-build.log"

if defined JAVA_HOME goto java_home
set "JAVA=java"
set "JAVAC=javac"
where java >nul 2>nul
if errorlevel 1 (
    >&2 echo counterfoil: Java not found; install a JDK 17 or newer, or set JAVA_HOME to one
    exit /b 1
)
goto java_found

:java_home
set "JAVA=%JAVA_HOME%\bin\java.exe"
set "JAVAC=%JAVA_HOME%\bin\javac.exe"
if not exist "%JAVA%" (
    >&2 echo counterfoil: JAVA_HOME has no bin\java.exe; set it to a JDK 17 or newer
    exit /b 1
)

:java_found
set "VERSION="
for /f "tokens=2 delims==" %%v in ('call "%JAVA%" -XshowSettings:properties -version 2^>^&1 ^| findstr /c:"java.specification.version ="') do set "VERSION=%%v"
if not defined VERSION set "VERSION=0"
for /f "tokens=1 delims=. " %%v in ("%VERSION%") do set "VERSION=%%v"
if %VERSION% LSS 17 (
    >&2 echo counterfoil: JDK 17 or newer is required; this is version %VERSION% ^(1 means 8 or older^)
    exit /b 1
)

rem Exit code 0: nothing is newer than the last build.
powershell -NoProfile -Command "$h=$env:HERE; if (-not (Test-Path -LiteralPath $env:JAR) -or -not (Test-Path -LiteralPath $env:BUILT)) { exit 1 }; $t=(Get-Item -LiteralPath $env:BUILT).LastWriteTimeUtc; $n=Get-ChildItem -LiteralPath $h -Recurse | Where-Object { $p=$_.FullName.Substring($h.Length); $p -notmatch '\\(target|\.git)(\\|$)' -and $p -notmatch '^\\data(\\|$)' -and ($p -match '\\src\\main\\' -or $_.Name -eq 'pom.xml' -or $p -match '^\\\.mvn\\') -and $_.LastWriteTimeUtc -gt $t } | Select-Object -First 1; if ($n) { exit 1 } else { exit 0 }"
if not errorlevel 1 goto start

"%JAVAC%" -version >nul 2>nul
if errorlevel 1 (
    >&2 echo counterfoil: building requires a JDK; this Java has no javac. Install a JDK 17 or newer
    exit /b 1
)
where mvn >nul 2>nul
if errorlevel 1 (
    >&2 echo counterfoil: Maven not found; install Maven 3.8.6 or newer and put mvn on the PATH
    exit /b 1
)
if not exist "%TARGET%" mkdir "%TARGET%"
echo Building; the first time this takes a few minutes.
type nul > "%BUILT%.new"
pushd "%HERE%"
call mvn -B -ntp -q -Dmaven.test.skip=true -Dspotless.check.skip=true -Papps package -pl "%MODULE:\=/%" -am > "%LOG%" 2>&1
set "RESULT=%ERRORLEVEL%"
popd
if not "%RESULT%"=="0" (
    powershell -NoProfile -Command "Get-Content -LiteralPath $env:LOG -Tail 30" 1>&2
    >&2 echo counterfoil: the build failed; its output is in "%LOG%"
    exit /b 1
)
move /y "%BUILT%.new" "%BUILT%" >nul

:start
if "%PROGRAM%"=="ledger" goto ledger
"%JAVA%" "-D%PROGRAM%.home=%HERE%" -jar "%JAR%" %ARGUMENTS%
exit /b %ERRORLEVEL%

:ledger
"%JAVA%" "-Dledger.home=%HERE%" -jar "%JAR%" %*
exit /b %ERRORLEVEL%
